//! Records of ports: a block declares what goes in and what comes out once, as structs whose fields
//! are signals.
//!
//! [`ports!`](crate::ports) declares a record: for each field its width and what it is for. The
//! same struct then holds, by its type parameter, declarations ([`PortSpec`]) or signals: those
//! inside a block, or those that feed the ports of its copies. A [`Block`] is a function from a
//! record of inputs to a record of outputs; no port is named by a string. A field of width 0 is a
//! port that this configuration does not have.

use std::any::TypeId;
use std::marker::PhantomData;
use std::sync::Arc;

use super::builder::ModuleBuilder;
use super::module::{Module, Probe, renamed};
use super::pipeline::Pipeline;
use super::signal::Signal;

/// A family of structs that differ in the type of their fields only; implemented by
/// [`ports!`](crate::ports).
pub trait Record: 'static {
    /// The struct whose fields are `T`.
    type Of<T: Clone>: Clone;

    /// Each field changed by `change`, which gets the field's name too; those of a field that is a
    /// record itself follow its name and an underscore.
    fn map<T: Clone, U: Clone>(
        record: Self::Of<T>,
        change: &mut dyn FnMut(&str, T) -> U,
    ) -> Self::Of<U>;

    /// The record whose fields `find` gives by their names. A list of records ends before the
    /// first element of which `find` knows no field.
    fn found<T: Clone>(find: &mut dyn FnMut(&str) -> Option<T>) -> Self::Of<Option<T>>;
}

/// Records side by side; the names of element k begin with `{k}_`, from 1 on.
impl<R: Record> Record for Vec<R> {
    type Of<T: Clone> = Vec<R::Of<T>>;

    fn map<T: Clone, U: Clone>(
        records: Self::Of<T>,
        change: &mut dyn FnMut(&str, T) -> U,
    ) -> Self::Of<U> {
        let numbered = records.into_iter().zip(1..);
        numbered
            .map(|(record, number)| {
                R::map(record, &mut |name, field| change(&format!("{number}_{name}"), field))
            })
            .collect()
    }

    fn found<T: Clone>(find: &mut dyn FnMut(&str) -> Option<T>) -> Self::Of<Option<T>> {
        let mut known = false;
        let mut element = |number: usize| {
            known = false;
            let record = R::found(&mut |name| {
                let field = find(&format!("{number}_{name}"));
                known |= field.is_some();
                field
            });
            known.then_some(record)
        };
        (1..).map_while(&mut element).collect()
    }
}

/// Width and purpose of a port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortSpec {
    /// Bits; 0 for a port that is not there.
    pub width: usize,
    /// One sentence for the port table.
    pub purpose: String,
}

impl PortSpec {
    /// A port that is not there.
    pub fn absent() -> Self {
        Self { width: 0, purpose: String::new() }
    }
}

/// A record of ports that is declared by `A`, the parameters of [`ports!`](crate::ports); one
/// without parameters by anything.
pub trait Declared<A>: Record {
    /// The declarations.
    fn declared(parameters: A) -> Self::Of<PortSpec>;
}

impl ModuleBuilder {
    /// Exports a record of signals to whoever watches the design run: an engine finds it by its type
    /// `R`, so that nothing depends on what nets are called. The hardware stays as it is: a
    /// register that nothing reads is not exported.
    pub fn probe<R: Record>(&self, signals: R::Of<Signal<'_>>) {
        let mut fields = vec![];
        R::map(signals, &mut |field, signal: Signal| {
            self.own(signal);
            fields.extend((signal.width > 0).then(|| (field.to_owned(), signal.id)));
        });
        self.module.borrow_mut().probes.push(Probe { record: TypeId::of::<R>(), fields });
    }
}

/// A module whose ports are the fields of the records `I` and `O`. A port that was declared with no
/// bits is left out, whatever is connected to it.
pub struct Block<I: Record, O: Record> {
    /// The finished module, for a writer or an engine.
    pub module: Arc<Module>,
    /// Bits of each output.
    outputs: O::Of<usize>,
    inputs: PhantomData<fn(I)>,
}

impl<I: Record, O: Record> Clone for Block<I, O> {
    fn clone(&self) -> Self {
        let Self { module, outputs, inputs } = self;
        Self { module: module.clone(), outputs: outputs.clone(), inputs: *inputs }
    }
}

impl<I: Record, O: Record> Block<I, O> {
    /// The module called `name` that computes its outputs by `body`.
    ///
    /// # Panics
    /// As [`ModuleBuilder::finish`], or when an output has not the width that was declared.
    #[track_caller]
    pub fn new(
        name: &str,
        purpose: &str,
        inputs: I::Of<PortSpec>,
        outputs: O::Of<PortSpec>,
        body: impl for<'m> FnOnce(&'m ModuleBuilder, I::Of<Signal<'m>>) -> O::Of<Signal<'m>>,
    ) -> Self {
        let builder = ModuleBuilder::new(name, purpose);
        let m = &builder;
        let signals =
            I::map(inputs, &mut |name, port: PortSpec| m.input(name, port.width, &port.purpose));
        m.probe::<I>(signals.clone());
        let mut driven = vec![];
        O::map(body(m, signals), &mut |_, signal| driven.push(signal));
        let mut driven = driven.into_iter();
        let outputs = O::map(outputs, &mut |name, port: PortSpec| {
            let signal: Signal = driven.next().expect("both records have the same fields");
            if port.width == 0 {
                return m.nothing();
            }
            let width = signal.width();
            assert!(
                width == port.width,
                "output `{name}` was declared with {} bits, not {width}",
                port.width
            );
            m.output(name, signal, &port.purpose);
            signal
        });
        m.probe::<O>(outputs.clone());
        let outputs = O::map(outputs, &mut |_, signal: Signal| signal.width());
        Self { module: builder.finish(), outputs, inputs: PhantomData }
    }

    /// As [`Self::new`], where `parameters` declare both the inputs and the outputs.
    ///
    /// # Panics
    /// As [`Self::new`].
    #[track_caller]
    pub fn of<A: Copy>(
        name: &str,
        purpose: &str,
        parameters: A,
        body: impl for<'m> FnOnce(&'m ModuleBuilder, I::Of<Signal<'m>>) -> O::Of<Signal<'m>>,
    ) -> Self
    where
        I: Declared<A>,
        O: Declared<A>,
    {
        Self::new(name, purpose, I::declared(parameters), O::declared(parameters), body)
    }

    /// The block with pipeline registers.
    pub fn pipelined(self, pipeline: &Pipeline) -> Self {
        Self { module: pipeline.module(&self.module), ..self }
    }

    /// The block with `name` of its name as the name of each module.
    pub fn renamed(self, name: &dyn Fn(&str) -> String) -> Self {
        Self { module: renamed(&self.module, name), ..self }
    }

    /// One copy in `m`.
    #[track_caller]
    pub fn instance<'m>(
        &self,
        m: &'m ModuleBuilder,
        name: &str,
        inputs: I::Of<Signal<'m>>,
    ) -> O::Of<Signal<'m>> {
        self.instances(m, name, 1, inputs)
    }

    /// `count` copies in `m`; their outputs stand side by side, those of copy 0 lowest. Inputs are
    /// fed as those of an array of instances in Verilog: a signal as wide as the port goes to every
    /// copy, of one `count` times as wide copy k gets element k.
    #[track_caller]
    pub fn instances<'m>(
        &self,
        m: &'m ModuleBuilder,
        name: &str,
        count: usize,
        inputs: I::Of<Signal<'m>>,
    ) -> O::Of<Signal<'m>> {
        let mut copies = m.instances(name, count, &self.module);
        I::map(inputs, &mut |port, signal| copies.feed(port, signal));
        let copies = copies.build();
        O::map(self.outputs.clone(), &mut |port, width| {
            if width == 0 { m.nothing() } else { copies.output(port) }
        })
    }
}

/// Declares records of ports, generic over the type of their fields.
///
/// ```text
/// ports! {
///     /// Inputs of one bank.
///     pub struct Inputs(shape: &Shape) {
///         write: [1] "a row is written";
///         row: [index_bits(shape.rows)] "row that is written";
///         host: HostRequest { HostRequest::ports(shape) };
///     }
/// }
/// ```
///
/// `Inputs::ports(config)` gives the declarations: bits in brackets, the purpose behind them (a
/// literal, or an expression in parentheses). A field may be a record itself, or `(Vec Record)`,
/// with its own declarations in braces. A record of signals can go through registers as a whole
/// (`registered`). Inputs and outputs of a block may stand in one `ports!`, one after the other.
#[macro_export]
macro_rules! ports {
    (@declare [$($width:tt)*], $purpose:tt) => {
        $crate::PortSpec { width: $($width)*, purpose: ($purpose).into() }
    };
    (@declare $record:tt, {$($declaration:tt)*}) => { $($declaration)* };
    (@absent [$($width:tt)*]) => { $crate::PortSpec::absent() };
    (@absent (Vec $record:ident)) => { vec![] };
    (@absent $record:ident) => { $record::absent() };
    (@declared $name:ident) => {
        impl<A> $crate::Declared<A> for $name<()> {
            fn declared(_: A) -> $name<$crate::PortSpec> {
                $name::ports()
            }
        }
    };
    (@declared $name:ident $($parameter:ident $kind:ty),+) => {
        #[allow(unused_parens)]
        impl $crate::Declared<($($kind),+)> for $name<()> {
            fn declared(($($parameter),+): ($($kind),+)) -> $name<$crate::PortSpec> {
                $name::ports($($parameter),+)
            }
        }
    };
    ($(
        $(#[$about:meta])*
        $visible:vis struct $name:ident ( $($parameter:ident : $kind:ty),* $(,)? ) {
            $( $(#[$about_field:meta])* $field:ident : $first:tt $second:tt ; )*
        }
    )*) => { $(
        $crate::record! {
            $(#[$about])*
            $visible struct $name { $( $(#[$about_field])* $field : $first ; )* }
        }

        #[allow(dead_code)]
        impl $name<$crate::PortSpec> {
            /// Width and purpose of each port.
            #[allow(unused_variables)]
            $visible fn ports($($parameter: $kind),*) -> Self {
                Self { $( $field: $crate::ports!(@declare $first, $second), )* }
            }

            /// Ports that are not there.
            $visible fn absent() -> Self {
                Self { $( $field: $crate::ports!(@absent $first), )* }
            }
        }

        $crate::ports!(@declared $name $($parameter $kind),*);
    )* };
}

/// Declares a record of signals that are no ports, as pipeline stages hand them on: fields without
/// widths and purposes.
///
/// ```text
/// record! {
///     /// After the addition.
///     struct Summed {
///         sum;
///         unchanged: Unchanged;
///     }
/// }
/// ```
///
/// Everything but `ports` is as [`ports!`](crate::ports) has it.
#[macro_export]
macro_rules! record {
    (
        $(#[$about:meta])*
        $visible:vis struct $name:ident {
            $( $(#[$about_field:meta])* $field:ident $(: $kind:tt)? ; )*
        }
    ) => {
        $(#[$about])*
        #[allow(missing_docs, reason = "a field is a signal; a port says its purpose")]
        $visible struct $name<T = ()> {
            $( $(#[$about_field])* pub $field: $crate::record!(@type T, $($kind)?), )*
        }

        impl<T: Clone> Clone for $name<T> {
            fn clone(&self) -> Self {
                Self { $( $field: self.$field.clone(), )* }
            }
        }

        $crate::record!(@copy $name $( $($kind)? )*);

        #[allow(dead_code)]
        impl<T: Clone> $name<T> {
            /// Each field changed by `change`, which gets its name too.
            $visible fn map<U: Clone>(self, mut change: impl FnMut(&str, T) -> U) -> $name<U> {
                <$name<()> as $crate::Record>::map(self, &mut change)
            }

            /// All fields in their order.
            $visible fn fields(self) -> Vec<T> {
                let mut fields = vec![];
                self.map(|_, field| fields.push(field));
                fields
            }
        }

        #[allow(dead_code)]
        impl<'m> $name<$crate::Signal<'m>> {
            /// A record of signals of no bits.
            #[allow(unused_variables)]
            $visible fn nothing(m: &'m $crate::ModuleBuilder) -> Self {
                Self { $( $field: $crate::record!(@nothing m, $($kind)?), )* }
            }

            /// The record one clock edge later, in registers `{prefix}_{field}_q`; those that
            /// nothing reads fall away.
            $visible fn registered(self, m: &'m $crate::ModuleBuilder, prefix: &str) -> Self {
                self.map(|field, signal| m.passing_register(&format!("{prefix}_{field}"), signal, None))
            }

            /// As [`Self::registered`], taken on clock edges on which `enable` is set.
            $visible fn registered_when(
                self,
                m: &'m $crate::ModuleBuilder,
                prefix: &str,
                enable: $crate::Signal<'m>,
            ) -> Self {
                self.map(|field, signal| m.passing_register(&format!("{prefix}_{field}"), signal, Some(enable)))
            }

            /// This record where `select` is 1, else `otherwise`.
            $visible fn chosen_by(self, select: $crate::Signal<'m>, otherwise: Self) -> Self {
                let mut others = otherwise.fields().into_iter();
                self.map(|_, signal| select.mux(signal, others.next().expect("both have the same fields")))
            }

            /// Drives each of these wires with the field of `driver`.
            $visible fn drive(self, driver: Self) {
                self.fields().into_iter().zip(driver.fields()).for_each(|(wire, driver)| wire.drive(driver));
            }
        }

        impl $crate::Record for $name<()> {
            type Of<T: Clone> = $name<T>;

            #[allow(unused_variables)]
            fn map<T: Clone, U: Clone>(record: $name<T>, change: &mut dyn FnMut(&str, T) -> U) -> $name<U> {
                $name { $( $field: $crate::record!(@map record.$field, change, $field, $($kind)?), )* }
            }

            #[allow(unused_variables)]
            fn found<T: Clone>(find: &mut dyn FnMut(&str) -> Option<T>) -> $name<Option<T>> {
                $name { $( $field: $crate::record!(@found find, $field, $($kind)?), )* }
            }
        }
    };
    (@copy $name:ident (Vec $record:ident) $($rest:tt)*) => {};
    (@copy $name:ident $kind:tt $($rest:tt)*) => { $crate::record!(@copy $name $($rest)*); };
    (@copy $name:ident) => { impl<T: Copy> Copy for $name<T> {} };
    (@type $t:ident,) => { $t };
    (@type $t:ident, [$($width:tt)*]) => { $t };
    (@type $t:ident, (Vec $record:ident)) => { Vec<$record<$t>> };
    (@type $t:ident, $record:ident) => { $record<$t> };
    (@nothing $m:ident,) => { $m.nothing() };
    (@nothing $m:ident, [$($width:tt)*]) => { $m.nothing() };
    (@nothing $m:ident, (Vec $record:ident)) => { vec![] };
    (@nothing $m:ident, $record:ident) => { $record::nothing($m) };
    (@found $find:ident, $field:ident,) => { $find(stringify!($field)) };
    (@found $find:ident, $field:ident, [$($width:tt)*]) => { $find(stringify!($field)) };
    (@found $find:ident, $field:ident, (Vec $record:ident)) => {
        <Vec<$record<()>> as $crate::Record>::found(&mut |name| {
            $find(&format!("{}_{name}", stringify!($field)))
        })
    };
    (@found $find:ident, $field:ident, $record:ident) => {
        <$record<()> as $crate::Record>::found(&mut |name| {
            $find(&format!("{}_{name}", stringify!($field)))
        })
    };
    (@map $value:expr, $change:ident, $field:ident,) => { $change(stringify!($field), $value) };
    (@map $value:expr, $change:ident, $field:ident, [$($width:tt)*]) => { $change(stringify!($field), $value) };
    (@map $value:expr, $change:ident, $field:ident, (Vec $record:ident)) => {
        <Vec<$record<()>> as $crate::Record>::map($value, &mut |name, value| {
            $change(&format!("{}_{name}", stringify!($field)), value)
        })
    };
    (@map $value:expr, $change:ident, $field:ident, $record:ident) => {
        <$record<()> as $crate::Record>::map($value, &mut |name, value| {
            $change(&format!("{}_{name}", stringify!($field)), value)
        })
    };
}
