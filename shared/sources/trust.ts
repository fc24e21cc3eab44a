/**
 * What a folder may read beside its own files. Until the user allows more: the places its design is documented to read.
 */
import type { Place } from './types';
import { wholeAlternatives } from './text/alternatives';

/** A file outside the workspace that the folder asks for and that is not read before the user allows it. */
export interface Ask {
  /** Absolute: a file, a folder, or with `pattern` a glob. Exactly this is allowed or not. */
  readonly path: string;
  readonly pattern?: true;
  /** Why it is wanted, as the end of "It is left out: ". */
  readonly reason: string;
  /** Which file asks, and where in it. */
  readonly by?: Place;
  /** Likely to hold passwords or keys: allowed only by its own name. */
  readonly secret: boolean;
}

/**
 * What designs walk up the folders above a project for. A link there may lead to another of these, and to nothing else.
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

/** Where tools keep who is signed in and how. */
const signIns = wholeAlternatives([
  /auth\.json|auth\.log|oauth_creds\.json|\.claude\.json|\.envrc|\.curlrc|\.wgetrc|\.xauthority|\.viminfo/,
  /\.databrickscfg|\.terraformrc|gradle\.properties|rclone\.conf|service[-_]account.*\.json/,
]);

/**
 * Passwords, keys, histories, and what the system tells of its processes. Doubtful names count as secret: they cost a
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
