//! Data in a page: JSON, packed as zlib does, in the letters of base64.

use serde::Serialize;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Effort of the packing, up to 10.
const LEVEL: u8 = 8;

/// `data` as a text without markup.
pub fn data(data: &impl Serialize) -> String {
    let text = serde_json::to_vec(data).expect("strings and numbers are JSON");
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&text, LEVEL);
    let four = |three: &[u8]| {
        let bits = (0..3)
            .fold(0, |bits, place| bits << 8 | usize::from(three.get(place).copied().unwrap_or(0)));
        let letter = move |place: usize| char::from(LETTERS[bits >> (18 - 6 * place) & 63]);
        (0..=three.len()).map(letter).chain((three.len()..3).map(|_| '='))
    };
    packed.chunks(3).flat_map(four).collect()
}

/// Words as eight digits each: the first, then what each is more than the one before, so that equal
/// words and those that count the threads pack well.
pub fn words<'w, R>(words: impl Iterator<Item = (&'w u32, R)>) -> String {
    let mut last = 0;
    let mut digits = |(&word, _): (&u32, R)| {
        let more = word.wrapping_sub(last);
        last = word;
        format!("{more:08x}")
    };
    let mut text = String::new();
    words.for_each(|word| text += &digits(word));
    text
}
