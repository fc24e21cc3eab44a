/**
 * What a folder may read outside itself. Until the user allows more, only the places that its design is documented to
 * read.
 */
import type { Place } from './types';
import { wholeAlternatives } from './text/alternatives';

/** A file outside the workspace that the folder asks for. It is not read until the user allows it. */
export interface Ask {
  /** Absolute: a file, a folder, or a glob if `pattern` is set. Permission applies to exactly this path. */
  readonly path: string;
  readonly pattern?: true;
  /** Why it is requested; completes "It is left out: ". */
  readonly reason: string;
  /** The file that asks, and the position in it. */
  readonly by?: Place;
  /** Likely to hold passwords or keys; must be allowed by its own name. */
  readonly secret: boolean;
}

/**
 * Instruction files that designs look for in parent folders. A link there may lead only to another file of these names.
 */
export const instructionNames: ReadonlySet<string> = new Set(['AGENTS.md', 'CLAUDE.md', 'CLAUDE.local.md']);

const secretFolders = new Set(
  (
    '.ssh .gnupg .aws .azure .kube .docker .gcloud gcloud .password-store .pki .certs keychains ' +
    'keyrings .mozilla .thunderbird .chromium chromium google-chrome bravesoftware ' +
    'firefox .vault .terraform.d .config/gh .config/op .oci .electrum .bitcoin .ethereum .gem ' +
    '.cargo/credentials passwords secrets .secrets ' +
    '.m2 .config/hub .config/rclone github-copilot wireguard ssl/private'
  ).split(' '),
);

const secretNames = wholeAlternatives([
  /\.?_?netrc|\.env(?:\..*)?|.*\.env|\.npmrc|\.yarnrc(?:\.yml)?|\.pypirc|\.git-credentials|\.gitconfig/,
  /\.pgpass|\.my\.cnf|\.htpasswd|\.boto|\.s3cfg|\.vault-token|\.dockercfg|.*[_.-]history|\.histfile/,
  /id_(?:rsa|dsa|ecdsa|ed25519)(?:[._-].*)?|authorized_keys|known_hosts/,
  /.*\.(?:pem|key|p12|pfx|p8|jks|keystore|kdbx?|ppk|ovpn|asc|gpg|keychain(?:-db)?)/,
  /(?:.*[._-])?credentials?(?:[._-].*)?|(?:.*[._-])?secrets?(?:[._-].*)?/,
  /(?:.*[._-])?tokens?(?:\.(?:json|txt|ya?ml))?|(?:.*[._-])?passw(?:or)?ds?(?:[._-].*)?/,
  /wallet\.dat|shadow-?|gshadow-?|sudoers|master\.passwd|login data.*|cookies.*|key[34]\.db|logins\.json/,
]);

/** Files in which tools keep credentials. */
const signIns = wholeAlternatives([
  /auth\.json|auth\.log|oauth_creds\.json|\.claude\.json|\.envrc|\.curlrc|\.wgetrc|\.xauthority|\.viminfo/,
  /\.databrickscfg|\.terraformrc|gradle\.properties|rclone\.conf|service[-_]account.*\.json/,
]);

/**
 * Passwords, keys, histories and the system's process information. Doubtful names count as secret: the cost is one
 * click.
 */
export function isSecretPath(path: string): boolean {
  const lower = path.toLowerCase().replaceAll('\\', '/');
  if (/^\/(?:proc|sys|dev|run)(?:\/|$)/.test(lower)) return true;
  const steps = lower.split('/').filter((step) => step !== '');
  const name = steps.at(-1) ?? '';
  return (
    secretNames.test(name) ||
    signIns.test(name) ||
    steps.some((step, index) => secretFolders.has(step) || secretFolders.has(`${step}/${steps[index + 1] ?? ''}`))
  );
}
