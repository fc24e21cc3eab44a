import type { MissingSource, SourceFile, SourceHead, Sources } from './types';

export function fileAs(sources: Sources, as: string): SourceFile | undefined {
  return sources.files.find((file) => file.as === as);
}

export function filesAs(sources: Sources, as: string): readonly SourceFile[] {
  return sources.files.filter((file) => file.as === as);
}

export function missingAs(sources: Sources, as: string): readonly MissingSource[] {
  return sources.missing.filter((missing) => missing.as === as);
}

export function headsAs(sources: Sources, as: string): readonly SourceHead[] {
  return sources.heads?.filter((head) => head.as === as) ?? [];
}
