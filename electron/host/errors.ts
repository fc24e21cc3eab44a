import type { ErrorCode, InspectorError } from '../../shared/ipc/contract';

/** A failure outside Strata that can be reported to the user. Anything else that throws is a bug. */
export class HostError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HostError';
    this.code = code;
  }
}

/** The folder exists but matches no design; a layout can be started in it. */
export class UnknownFolder extends HostError {
  readonly folder: string;
  /** What can read the folder if the user says so. */
  readonly offers: NonNullable<InspectorError['offers']>;

  constructor(folder: string, message: string, offers: UnknownFolder['offers']) {
    super('not-found', message);
    this.name = 'UnknownFolder';
    this.folder = folder;
    this.offers = offers;
  }
}

/** The file is read-only; its folder lets us replace it if the user agrees. */
export class ReadOnlyFile extends HostError {
  constructor(message: string, options?: ErrorOptions) {
    super('forbidden', message, options);
    this.name = 'ReadOnlyFile';
  }
}

/** Turns a system error of a write into a sentence; returns a bug unchanged. */
export function writeError(path: string, error: unknown): unknown {
  if (systemCode(error) === '' || error instanceof HostError) return error;
  const message = `${path} could not be written: ${systemReason(error)}. Nothing was changed.`;
  return systemCode(error) === 'EREADONLY'
    ? new ReadOnlyFile(message, { cause: error })
    : new HostError('io', message, { cause: error });
}

export function toInspectorError(error: HostError): InspectorError {
  return {
    code: error.code,
    message: error.message,
    ...(error instanceof UnknownFolder ? { folder: error.folder, offers: error.offers } : {}),
  };
}

/** `ENOENT` and the like, or an empty text for an error that is not from the system. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** An error like the system's, for what we refuse ourselves. */
export function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** The message of a system error, without the call and path that Node adds. */
export function systemReason(error: unknown): string {
  const code = systemCode(error);
  return reasons[code] ?? (code === '' ? String(error) : code);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ELOOP: 'symbolic links form a loop',
  ENAMETOOLONG: 'the name is too long',
  EBUSY: 'the file is in use',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  ENOENT: 'it does not exist',
  EIO: 'the disk reports an error',
  EFBIG: 'it is too large',
  EREADONLY: 'it is read-only',
  EOUTSIDE: 'it is a link, or in a linked folder, that leads out of its folder',
  ENOTFILE: 'it is not an ordinary file',
  ESWAPPED: 'it is a symbolic link, or was replaced by one while it was read',
};
