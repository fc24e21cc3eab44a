import fc from 'fast-check';

export const corpus = [
  '',
  'hello world',
  'const a = { b: [1, 2, 3] };\n\n// done\n',
  'Hyvää päivää, mitä kuuluu?',
  '你好，世界。今日は良い天気ですね。안녕하세요',
  'مرحبا بالعالم שלום עולם नमस्ते दुनिया สวัสดีชาวโลก',
  'Привет, мир! Γειά σου Κόσμε. Բարեւ աշխարհ გამარჯობა მსოფლიო',
  'ሰላም ልዑል வணக்கம் உலகம் ជំរាបសួរ ພາສາລາວ བོད་ཡིག မြန်မာ ਪੰਜਾਬੀ ગુજરાતી తెలుగు ಕನ್ನಡ മലയാളം සිංහල',
  '👩‍👩‍👧‍👦 🦜🏳️‍🌈 e\u0301\u0301\u0301',
  '<|endoftext|><|im_start|>system',
  '\uFEFFbom, and inside \uFEFF too',
  'lone \uD800 surrogate \uDC00 here',
  'tabs\t\tand   spaces \r\n \r\n\r\n end\n\n\n',
  'path/one\n/two.\n/three\n\n  \n\t/four',
  '\u0000\u0001\u007f',
  '0123456789 1,000,000.25 0xdeadbeef',
  "I'LL don't they'Re 'tis it'ſ O'ST'S",
  'McDONALDs HTTPServer ǅungla ʰiʲ ªº Ⅷ ½ ٣٤٥ 𝐀𝐛 𐐀𐐨',
] as const;

/** What pre-tokenizers tell apart, in many scripts, with what is awkward at their borders. */
export const oneOfEachScript = ['\n', '\r', ' ', '\t', '/', '.', '-', 'a', 'Z', '7', "'", 's', 'l', 'é', 'ß', 'Я', 'я', 'Ω', '你', 'か', '한', 'ا', 'ש', 'ह', '्', 'ไ', '่', '٣', '½', 'ǅ', 'ʰ', 'ª', '\u0301', '\u200d', '🦜', '𝐀', '𐐨', '\uD800', '\uDC00', '\u00a0', '\u0085', '\u2028', '\u3000', '\uFEFF', '\u0000'];

const pieces = [...oneOfEachScript, '\r\n', '  ', 'The', 'ing', '999', "'s", "'LL", '<|endoftext|>', '"', '{', '}', ';\n', '\n/', ' \n'];

export const anyText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);
