//! Every unit and the core as blocks of a rust-hdl design (docs/reference/widgets.md).
//!
//! ```text
//!  your design ── #[derive(LogicBlock)] ── a struct that `widget!` declares ──► Hardware ──► Engine
//!                                            one Signal a port, widths in types     └──► Verilog
//! ```
//!
//! rust-hdl fixes widths in types, Lanebeat computes them from a [`Config`](crate::config::Config)
//! at run time. The macro `widget!` declares a struct with a typed field for each port, which `new`
//! compares with the elaborated unit; `lanebeat generate UNIT --widget` prints that declaration.
//! `AnyUnit` needs no declaration: its ports are looked up by name, so it can be simulated and
//! written but not wired inside a kernel.
//!
//! rust-hdl is built only with the cargo feature `rust-hdl`; [`declaration`] is always there.
//!
//! ```
//! use lanebeat::config::Config;
//! use lanebeat::widgets::declaration;
//!
//! let text = declaration("shuffle_select", &Config::default())?;
//! assert!(text.contains("pub struct ShuffleSelect {"));
//! # Ok::<(), lanebeat::widgets::WidgetError>(())
//! ```

mod declaration;
mod elaborate;
mod error;

#[cfg(feature = "rust-hdl")]
mod any;
#[cfg(feature = "rust-hdl")]
mod hardware;
#[cfg(feature = "rust-hdl")]
mod pin;
#[cfg(feature = "rust-hdl")]
mod words;
#[cfg(feature = "rust-hdl")]
mod wrapper;

pub use declaration::declaration;
pub use error::WidgetError;

#[cfg(feature = "rust-hdl")]
pub use any::AnyUnit;
#[cfg(feature = "rust-hdl")]
pub use hardware::{BoxedEngine, Hardware};
#[cfg(feature = "rust-hdl")]
pub use pin::{Pin, Value};
/// The version of rust-hdl whose traits the blocks implement.
#[cfg(feature = "rust-hdl")]
pub use rust_hdl;
#[cfg(feature = "rust-hdl")]
pub use words::{from_words, to_words};

/// Declares a rust-hdl block around a unit, one typed field a port:
///
/// ```text
/// lanebeat::widget! {
///     /// Source thread and range of one thread's SHFL.
///     #[unit = "shuffle_select"]
///     pub struct ShuffleSelect {
///         pub mode: Signal<In, Bits<2>>,
///         pub source: Signal<Out, Bits<5>>,
///         …
///     }
/// }
/// let select = ShuffleSelect::new(&Config::default())?;
/// ```
///
/// A clock is a `Signal<In, Clock>`, one bit a `Signal<_, Bit>` or a `Signal<_, Bits<1>>`. Every
/// input must have a field; an output without one is left open. `new` refuses fields that do not
/// fit the unit in the configuration, in one error that names them all; `with_engine` also says
/// what simulates the unit.
#[cfg(feature = "rust-hdl")]
#[macro_export]
macro_rules! widget {
    (
        $(#[doc = $doc:expr])*
        #[unit = $unit:literal]
        $visibility:vis struct $name:ident {
            $($(#[doc = $field_doc:expr])* $field_visibility:vis $field:ident : $kind:ty),+ $(,)?
        }
    ) => {
        $(#[doc = $doc])*
        $visibility struct $name {
            $($(#[doc = $field_doc])* $field_visibility $field: $kind,)+
            _hardware: $crate::widgets::Hardware,
        }

        impl $name {
            /// The unit as `config` wants it, simulated by the interpreter.
            ///
            /// # Errors
            /// When the unit cannot be built for `config`, or the fields are not its ports.
            $visibility fn new(config: &$crate::config::Config) -> Result<Self, $crate::widgets::WidgetError> {
                Self::with_engine(config, $crate::widgets::Hardware::interpreter)
            }

            /// The unit as `config` wants it, simulated by the engine that `engine` makes of it.
            ///
            /// # Errors
            /// When the unit cannot be built for `config`, or the fields are not its ports.
            $visibility fn with_engine(
                config: &$crate::config::Config,
                engine: impl FnOnce(&$crate::engine::Flat) -> $crate::widgets::BoxedEngine,
            ) -> Result<Self, $crate::widgets::WidgetError> {
                $(let $field = <$kind>::default();)+
                let pins: &[(&str, &dyn $crate::widgets::Pin)] = &[$((stringify!($field), &$field)),+];
                let _hardware = $crate::widgets::Hardware::new(stringify!($name), $unit, config, pins, engine)?;
                Ok(Self { $($field,)+ _hardware })
            }
        }

        impl $crate::widgets::rust_hdl::core::logic::Logic for $name {
            fn update(&mut self) {
                self._hardware.update(&mut [$(&mut self.$field as &mut dyn $crate::widgets::Pin),+]);
            }

            fn connect(&mut self) {
                $($crate::widgets::Pin::connect_output(&mut self.$field);)+
            }

            fn hdl(&self) -> $crate::widgets::rust_hdl::core::ast::Verilog {
                self._hardware.hdl()
            }
        }

        impl $crate::widgets::rust_hdl::core::block::Block for $name {
            fn connect_all(&mut self) {
                $crate::widgets::rust_hdl::core::logic::Logic::connect(self);
                $($crate::widgets::rust_hdl::core::block::Block::connect_all(&mut self.$field);)+
            }

            fn update_all(&mut self) {
                $crate::widgets::rust_hdl::core::logic::Logic::update(self);
                $($crate::widgets::rust_hdl::core::block::Block::update_all(&mut self.$field);)+
            }

            fn has_changed(&self) -> bool {
                $($crate::widgets::rust_hdl::core::block::Block::has_changed(&self.$field))||+
            }

            fn accept(&self, name: &str, probe: &mut dyn $crate::widgets::rust_hdl::core::probe::Probe) {
                probe.visit_start_scope(name, self);
                $($crate::widgets::rust_hdl::core::block::Block::accept(&self.$field, stringify!($field), probe);)+
                probe.visit_end_scope(name, self);
            }
        }
    };
}
