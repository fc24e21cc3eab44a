import { image, nodeId, omitted, sourceId } from '../../../document/builders';
import type { PromptNode } from '../../../document/types';
import { finding, placeOf, type Finding } from '../../../sources/findings';
import type { Sources } from '../../../sources/types';
import { imageName, missingText } from './content';
import type { PathField } from './fields';
import { imageInfo } from './image-type';

export interface Images {
  readonly nodes: readonly PromptNode[];
  readonly findings: readonly Finding[];
}

/** Reads the images of the current prompt. They are recognised by their bytes, not their names. */
export function readImages(fields: readonly PathField[], sources: Sources): Images {
  const findings: Finding[] = [];
  const nodes = fields.map((field): PromptNode => {
    const path = field.path ?? field.written;
    const id = nodeId('image', path);
    const blob = sources.blobs.find(({ as }) => as === imageName(path));
    if (field.path === undefined || blob === undefined) {
      const missing = sources.missing.find(({ as }) => as === imageName(path));
      if (missing?.why === 'untrusted')
        return omitted(id, path, 'active', { reason: 'untrusted', paths: [missing.path] });
      findings.push(
        finding(
          'warning',
          'image-missing',
          `The image ${path} ${field.path === undefined ? 'is not a file' : missingText(missing)}`,
          field.place,
        ),
      );
      return omitted(id, path, 'active', { reason: 'source-missing', looked: [path] });
    }
    const info = imageInfo(blob.base64);
    if (info === undefined) {
      findings.push(
        finding(
          'warning',
          'image-unknown',
          `${path} is not a PNG, JPEG, GIF or WebP and is left out`,
          field.place ?? placeOf(blob.id),
        ),
      );
      return omitted(id, path, 'active', {
        reason: 'source-broken',
        source: sourceId(path),
        problem: 'it is not a PNG, JPEG, GIF or WebP',
      });
    }
    const { mediaType, ...size } = info;
    return image(id, mediaType, blob.base64, { source: blob.id, ...size });
  });
  return { nodes, findings };
}
