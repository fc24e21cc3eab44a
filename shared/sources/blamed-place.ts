/** A place of a request, found in the folder that its agent worked in. */
export interface BlamedPlace {
  /** Path in the folder. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** False if the file has other words there now: the text before and behind it stands in the file. */
  readonly isExact: boolean;
}
