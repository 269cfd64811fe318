//! Bundles: signals that travel together through pipeline registers and module ports.

/// Declares a struct of named signals. A field is absent where the configuration has no use for it; the method of the
/// field's name returns the signal and panics when it is absent.
macro_rules! bundle {
    ($(#[$about:meta])* $name:ident { $($(#[$field_about:meta])* $field:ident),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Default)]
        pub struct $name<'m> {
            $($(#[$field_about])* pub $field: Option<$crate::hdl::Signal<'m>>,)*
        }

        #[allow(dead_code)]
        impl<'m> $name<'m> {
            $(
                #[track_caller]
                pub fn $field(&self) -> $crate::hdl::Signal<'m> {
                    self.$field.expect(concat!("`", stringify!($field), "` is absent in this configuration"))
                }
            )*

            /// Each signal that is there, changed by `change`, which gets its name too.
            pub fn map<'n>(self, mut change: impl FnMut(&'static str, $crate::hdl::Signal<'m>) -> $crate::hdl::Signal<'n>) -> $name<'n> {
                $name { $($field: self.$field.map(|signal| change(stringify!($field), signal)),)* }
            }

            /// The signals that `lookup` finds by name.
            pub fn collect(mut lookup: impl FnMut(&'static str) -> Option<$crate::hdl::Signal<'m>>) -> Self {
                Self { $($field: lookup(stringify!($field)),)* }
            }

            /// `then` where `select` is 1, else `otherwise`, which has the same signals.
            pub fn chosen(select: $crate::hdl::Signal<'m>, then: Self, otherwise: Self) -> Self {
                Self { $($field: then.$field.map(|signal| select.mux(signal, otherwise.$field())),)* }
            }

            /// The bundle one clock edge later (one with `enable`, if there is one), in registers `{prefix}_{field}_q`.
            pub fn registered(
                self,
                m: &'m $crate::hdl::ModuleBuilder,
                prefix: &str,
                enable: Option<$crate::hdl::Signal<'m>>,
            ) -> Self {
                self.map(|field, signal| {
                    let register = m.register(&format!("{prefix}_{field}"), signal.width());
                    match enable {
                        Some(enable) => register.next_when(enable, signal),
                        None => register.next(signal),
                    }
                    register.q()
                })
            }
        }
    };
}

pub(crate) use bundle;
