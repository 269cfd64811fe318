//! Lanebeat's warp shuffle inside a rust-hdl design: the words of a warp of 16 threads, 4 lanes a
//! beat, in reverse order. `cargo run --features rust-hdl --example rust_hdl_shuffle`

use lanebeat::config::{Config, Preset};
use lanebeat::widgets::{WidgetError, from_words, to_words};
use rust_hdl::prelude::*;

// Made by `lanebeat generate shuffle --preset small --widget`.
lanebeat::widget! {
    /// SHFL of the lanes that serve one warp in this beat.
    #[unit = "shuffle"]
    pub struct Shuffle {
        /// 0 IDX, 1 UP, 2 DOWN, 3 BFLY
        pub mode: Signal<In, Bits<2>>,
        /// operand a of every thread of the warp
        pub words: Signal<In, Bits<512>>,
        /// operand b of each lane: the low bits that count
        pub index: Signal<In, Bits<16>>,
        /// operand c of each lane: the clamp
        pub clamp: Signal<In, Bits<16>>,
        /// operand c of each lane: the segment mask
        pub segment_mask: Signal<In, Bits<16>>,
        /// beat of the warp that executes
        pub beat_of_warp: Signal<In, Bits<2>>,
        /// the word of each lane
        pub word: Signal<Out, Bits<128>>,
        /// whether each lane's wanted thread exists in the segment
        pub in_range: Signal<Out, Bits<4>>,
    }
}

/// Thread i gets the word of thread 15 - i, four threads at a time.
#[derive(LogicBlock)]
pub struct Reversal {
    pub words: Signal<In, Bits<512>>,
    pub beat: Signal<In, Bits<2>>,
    pub reversed: Signal<Out, Bits<128>>,
    butterfly: Constant<Bits<2>>,
    all_ones: Constant<Bits<16>>,
    shuffle: Shuffle,
}

impl Reversal {
    /// The design.
    ///
    /// # Errors
    /// When the shuffle declared above is not the one of `config`.
    pub fn new(config: &Config) -> Result<Self, WidgetError> {
        Ok(Self {
            words: Signal::default(),
            beat: Signal::default(),
            reversed: Signal::default(),
            butterfly: Constant::new(3.into()),
            all_ones: Constant::new(0xffff.into()),
            shuffle: Shuffle::new(config)?,
        })
    }
}

impl Logic for Reversal {
    #[hdl_gen]
    fn update(&mut self) {
        // SHFL.BFLY with 15 in the whole warp: i XOR 15 is 15 - i.
        self.shuffle.mode.next = self.butterfly.val();
        self.shuffle.index.next = self.all_ones.val();
        self.shuffle.clamp.next = self.all_ones.val();
        self.shuffle.segment_mask.next = 0.into();
        self.shuffle.words.next = self.words.val();
        self.shuffle.beat_of_warp.next = self.beat.val();
        self.reversed.next = self.shuffle.word.val();
    }
}

/// The machine whose shuffle it is, with no pipeline registers in it.
pub fn machine() -> Config {
    Config { stages: 0, ..Preset::Small.config() }
}

/// The words in reverse order, as rust-hdl's simulator finds them.
pub fn reverse(words: [u32; 16]) -> Result<Vec<u32>, Box<dyn std::error::Error>> {
    let mut design = Reversal::new(&machine())?;
    design.connect_all();
    check_all(&design).map_err(|error| format!("{error:?}"))?;
    design.words.next = from_words(&words);
    let mut reversed = vec![];
    for beat in 0..4 {
        design.beat.next = beat.into();
        assert!(simulate(&mut design, 100), "nothing in it oscillates");
        reversed.extend(to_words(design.reversed.val()));
    }
    Ok(reversed)
}

#[allow(dead_code, reason = "a test takes the design from this file")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{:?}", reverse(std::array::from_fn(|thread| 100 + thread as u32))?);
    let mut design = Reversal::new(&machine())?;
    design.connect_all();
    std::fs::write("reversal.v", generate_verilog(&design))?;
    println!("Verilog: reversal.v");
    Ok(())
}
