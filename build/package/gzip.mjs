#!/usr/bin/env node
// Replaces the archiver that electron-builder would download to compress a tar: `gzip.mjs a … <out.tar.gz> <in.tar>`.
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const [out = '', input = ''] = process.argv.slice(-2);
await pipeline(createReadStream(input), createGzip({ level: 9 }), createWriteStream(out));
