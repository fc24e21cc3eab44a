//! Packs a reading into the eight bytes of the radio link, and back.

/// The version this code writes and the only one it reads.
pub const VERSION: u8 = 1;

/// One level at one pier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    pub pier: [u8; 3],
    pub at: u32,
    pub level: i16,
}

/// Why eight bytes are no reading.
#[derive(Debug, PartialEq, Eq)]
pub enum Refusal {
    Length(usize),
    Version(u8),
    Pier(u8),
    Level(i16),
}

/// Names of the piers by their packed value; the link has no room for more.
pub trait Piers {
    fn name(&self, packed: u8) -> Option<[u8; 3]>;
}

impl Piers for [[u8; 3]] {
    fn name(&self, packed: u8) -> Option<[u8; 3]> {
        self.iter().copied().find(|pier| pack_pier(pier) == packed)
    }
}

/// Letter, letter and digit in one byte, as docs/messages.md has it.
pub fn pack_pier(pier: &[u8; 3]) -> u8 {
    let first = u32::from(pier[0] - b'A');
    let second = u32::from(pier[1] - b'A');
    let digit = u32::from(pier[2] - b'0');
    (((first * 26 + second) % 26) * 10 + digit) as u8
}

/// Eight bytes, big end first.
pub fn encode(reading: &Reading) -> [u8; 8] {
    let mut bytes = [0; 8];
    bytes[0] = VERSION;
    bytes[1] = pack_pier(&reading.pier);
    bytes[2..6].copy_from_slice(&reading.at.to_be_bytes());
    bytes[6..8].copy_from_slice(&reading.level.to_be_bytes());
    bytes
}

/// The reading, or why there is none.
pub fn decode(bytes: &[u8], piers: &[[u8; 3]]) -> Result<Reading, Refusal> {
    let bytes: [u8; 8] = bytes.try_into().map_err(|_| Refusal::Length(bytes.len()))?;
    if bytes[0] != VERSION {
        return Err(Refusal::Version(bytes[0]));
    }
    let pier = piers.name(bytes[1]).ok_or(Refusal::Pier(bytes[1]))?;
    let at = u32::from_be_bytes([bytes[2], bytes[3], bytes[4], bytes[5]]);
    let level = i16::from_be_bytes([bytes[6], bytes[7]]);
    if !(-2000..=9999).contains(&level) {
        return Err(Refusal::Level(level));
    }
    Ok(Reading { pier, at, level })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_survives_the_link() {
        let reading = Reading { pier: *b"NP1", at: 1_772_020_200, level: -15 };
        assert_eq!(decode(&encode(&reading), &[*b"NP1", *b"SP2"]), Ok(reading));
    }
}
