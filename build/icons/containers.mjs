/** @typedef {{ readonly size: number, readonly png: Buffer }} Picture */

/**
 * A Windows icon: a header of 6 bytes, a directory of 16 bytes per picture, then the pictures as PNG.
 * @param {readonly Picture[]} pictures
 */
export function icoOf(pictures) {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

/** Apple's type codes for pictures of these sizes. @type {Readonly<Record<number, string>>} */
const types = { 16: 'icp4', 32: 'icp5', 64: 'icp6', 128: 'ic07', 256: 'ic08', 512: 'ic09', 1024: 'ic10' };

/**
 * A macOS icon: the magic and the total length, then blocks of a four-letter type, a length and a PNG.
 * @param {readonly Picture[]} pictures
 */
export function icnsOf(pictures) {
  const blocks = pictures.map(({ size, png }) => {
    const type = types[size];
    if (type === undefined) throw new Error(`macOS has no icon of ${size} pixels`);
    return block(type, png);
  });
  return block('icns', Buffer.concat(blocks));
}

/** @param {string} type @param {Buffer} content */
function block(type, content) {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([head, content]);
}
