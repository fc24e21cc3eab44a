/** The published headings and replies, word for word. */
import type { CachedTier } from './tracker/types';

export const structureHeader =
  '# Repository Structure\n\n' +
  'Below is a map of the repository showing classes, functions, and their relationships.\n' +
  'Use this to understand the codebase structure and find relevant code.\n\n';
export const structureContinuedHeader = '# Repository Structure (continued)\n\n';

const included = '\n\nThese files are included for reference:\n\n';
export const referenceHeaders: Readonly<Record<CachedTier, string>> = {
  L0: `# Reference Files (Stable)${included}`,
  L1: `# Reference Files${included}`,
  L2: `# Reference Files (L2)${included}`,
  L3: `# Reference Files (L3)${included}`,
};

export const fileTreeHeader = '# Repository Files\n\nComplete list of files in the repository:\n\n';
export const urlHeader =
  '# URL Context\n\nThe following content was fetched from URLs mentioned in the conversation:\n\n';
export const urlSeparator = '\n---\n';
export const workingFilesHeader = '# Working Files\n\nHere are the files:\n\n';

export const acknowledgement = 'Ok.';
export const urlAcknowledgement = "Ok, I've reviewed the URL content.";

export const legendLines: readonly string[] = [
  '# c=class m=method f=function af=async func am=async method v=var p=property i=import i→=local',
  '# :N=line(s) ->T=returns ?=optional ←N=refs →=calls +N=more ″=ditto Nc/Nm=test summary',
];
