/** Made-up secrets for every rule of the detector, and placeholders that are not secrets. */

/** A seeded generator of numbers in [0, 1). */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c_1b_3c_6d) + 0x29_7a_2d_39) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 12), 0x29_7a_2d_39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const letters = lower + upper + digits;
const word = `${letters}_-`;
const base64 = `${letters}+/`;
const hex = `${digits}abcdef`;

function pick(random: Random, from: string | readonly string[], length = 1): string {
  return Array.from({ length }, () => from[Math.floor(random() * from.length)]).join('');
}

const uuid = (random: Random): string => [8, 4, 4, 4, 12].map((length) => pick(random, hex, length)).join('-');
const between = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1));
const password = (random: Random): string =>
  pick(random, lower, between(random, 4, 8)) +
  pick(random, upper, 2) +
  pick(random, '23456789', 2) +
  pick(random, '!#%^*+-_', 1) +
  pick(random, letters, between(random, 0, 8));
/** What people put before or behind a word of a placeholder. */
const madeUp = (random: Random): string => pick(random, upper) + pick(random, lower, 5) + pick(random, digits, 2);
const pem = (random: Random, title: string, length: number, end = '\n'): string => {
  const lines = Array.from({ length }, () => pick(random, base64, 64));
  return [`-----BEGIN ${title}-----`, ...lines, `-----END ${title}-----`].join(end);
};

/** By rule id: one secret with surrounding text. */
export const secretSamples: Readonly<Record<string, (random: Random) => string>> = {
  anthropic: (r) => `sk-ant-${pick(r, ['api03', 'admin01', 'oat01'])}-${pick(r, word, 93)}AA`,
  openrouter: (r) => `sk-or-v1-${pick(r, hex, 64)}`,
  langfuse: (r) => `sk-lf-${uuid(r)}`,
  openai: (r) =>
    `sk-${pick(r, ['proj', 'svcacct', 'admin'])}-${pick(r, word, 74)}T3BlbkFJ${pick(r, word, 73)}${pick(r, letters)}`,
  sk: (r) => `sk-${pick(r, r() < 0.5 ? hex : letters, pick(r, 'ab') === 'a' ? 32 : 48)}`,
  groq: (r) => `gsk_${pick(r, letters, 52)}`,
  xai: (r) => `xai-${pick(r, letters, 80)}`,
  perplexity: (r) => `pplx-${pick(r, letters, 48)}`,
  'hugging-face': (r) => `hf_${pick(r, lower + upper, 34)}`,
  replicate: (r) => `r8_${pick(r, letters, 37)}`,
  fireworks: (r) => `fw_${pick(r, letters, 24)}`,
  together: (r) => `tgp_v1_${pick(r, word, 42)}${pick(r, letters)}`,
  cerebras: (r) => `csk-${pick(r, lower + digits, 48)}`,
  nvidia: (r) => `nvapi-${pick(r, word, 63)}${pick(r, letters)}`,
  langsmith: (r) => `lsv2_${pick(r, ['pt', 'sk'])}_${pick(r, hex, 32)}_${pick(r, hex, 10)}`,
  tavily: (r) => `tvly-${pick(r, ['', 'dev-'])}${pick(r, letters, 32)}`,
  pinecone: (r) => `pcsk_${pick(r, letters, 6)}_${pick(r, letters, 63)}`,
  elevenlabs: (r) => `sk_${pick(r, hex, 48)}`,
  e2b: (r) => `e2b_${pick(r, hex, 40)}`,
  'aws-access-key': (r) => pick(r, ['AKIA', 'ASIA']) + pick(r, `${upper}234567`, 16),
  'aws-bedrock': (r) => `ABSK${pick(r, base64, 128)}=`,
  'aws-bedrock-short': (r) => `bedrock-api-key-${pick(r, base64, 300)}`,
  google: (r) => `AIza${pick(r, word, 34)}${pick(r, letters)}`,
  'google-oauth-secret': (r) => `GOCSPX-${pick(r, word, 27)}${pick(r, letters)}`,
  'google-oauth-token': (r) => `ya29.${pick(r, word, 160)}`,
  'azure-storage': (r) =>
    `DefaultEndpointsProtocol=https;AccountName=store;AccountKey=${pick(r, base64, 86)}==;` +
    'EndpointSuffix=core.windows.net',
  databricks: (r) => `dapi${pick(r, hex, 32)}`,
  digitalocean: (r) => `${pick(r, ['dop', 'doo', 'dor'])}_v1_${pick(r, hex, 64)}`,
  heroku: (r) => `HRKU-AA${pick(r, word, 57)}${pick(r, letters)}`,
  fly: (r) => `fm2_${pick(r, base64, 120)}`,
  vercel: (r) => `vcp_${pick(r, letters, 56)}`,
  netlify: (r) => `nfp_${pick(r, letters, 36)}`,
  supabase: (r) => (r() < 0.5 ? `sbp_${pick(r, hex, 40)}` : `sb_secret_${pick(r, word, 30)}${pick(r, letters)}`),
  alibaba: (r) => `LTAI${pick(r, letters, 20)}`,
  'cloudflare-origin': (r) => `v1.0-${pick(r, hex, 24)}-${pick(r, hex, 146)}`,
  vault: (r) => `hvs.${pick(r, word, 95)}`,
  age: (r) => `AGE-SECRET-KEY-1${pick(r, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)}`,
  '1password': (r) => `ops_eyJ${pick(r, base64, 300)}`,
  doppler: (r) => `dp.pt.${pick(r, letters, 43)}`,
  planetscale: (r) => `pscale_tkn_${pick(r, word, 42)}${pick(r, letters)}`,
  neon: (r) => `npg_${pick(r, letters, 16)}`,
  pulumi: (r) => `pul-${pick(r, hex, 40)}`,
  github: (r) => `${pick(r, ['ghp', 'gho', 'ghu', 'ghs', 'ghr'])}_${pick(r, letters, 36)}`,
  'github-fine-grained': (r) => `github_pat_${pick(r, letters, 22)}_${pick(r, letters, 59)}`,
  gitlab: (r) => `glpat-${pick(r, word, 19)}${pick(r, letters)}`,
  npm: (r) => `npm_${pick(r, letters, 36)}`,
  pypi: (r) => `pypi-AgEIcHlwaS5vcmc${pick(r, word, 120)}`,
  rubygems: (r) => `rubygems_${pick(r, hex, 48)}`,
  docker: (r) => `dckr_pat_${pick(r, word, 26)}${pick(r, letters)}`,
  atlassian: (r) => `ATATT3${pick(r, word, 180)}=${pick(r, hex.toUpperCase(), 8)}`,
  sourcegraph: (r) => `sgp_${pick(r, hex, 16)}_${pick(r, hex, 40)}`,
  sentry: (r) => `sntryu_${pick(r, hex, 64)}`,
  linear: (r) => `lin_api_${pick(r, letters, 40)}`,
  postman: (r) => `PMAK-${pick(r, hex, 24)}-${pick(r, hex, 34)}`,
  grafana: (r) => `glsa_${pick(r, letters, 32)}_${pick(r, hex, 8)}`,
  'grafana-cloud': (r) => `glc_${pick(r, letters, 100)}`,
  'new-relic': (r) => `NRAK-${pick(r, upper + digits, 27)}`,
  slack: (r) =>
    r() < 0.5
      ? `xoxb-${pick(r, digits, 12)}-${pick(r, digits, 13)}-${pick(r, letters, 24)}`
      : `xapp-1-A${pick(r, upper + digits, 10)}-${pick(r, digits, 13)}-${pick(r, hex, 64)}`,
  'slack-webhook': (r) =>
    `https://hooks.slack.com/services/T${pick(r, upper + digits, 10)}` +
    `/B${pick(r, upper + digits, 10)}/${pick(r, letters, 24)}`,
  'discord-webhook': (r) =>
    `https://discord.com/api/webhooks/${pick(r, '123456789', 18)}/${pick(r, word, 67)}${pick(r, letters)}`,
  stripe: (r) => `${pick(r, ['sk', 'rk'])}_${pick(r, ['live', 'test'])}_${pick(r, letters, 24 + 75 * Math.round(r()))}`,
  'stripe-webhook': (r) => `whsec_${pick(r, letters, 32)}`,
  square: (r) => `sq0csp-${pick(r, word, 42)}${pick(r, letters)}`,
  shopify: (r) => `shpat_${pick(r, hex, 32)}`,
  sendgrid: (r) => `SG.${pick(r, word, 22)}.${pick(r, word, 42)}${pick(r, letters)}`,
  mailgun: (r) => `key-${pick(r, hex, 32)}`,
  brevo: (r) => `xkeysib-${pick(r, hex, 64)}-${pick(r, letters, 16)}`,
  twilio: (r) => `SK${pick(r, hex, 32)}`,
  notion: (r) => `ntn_${pick(r, digits, 11)}${pick(r, letters, 35)}`,
  'notion-old': (r) => `secret_${pick(r, letters, 43)}`,
  figma: (r) => `figd_${pick(r, word, 40)}${pick(r, letters)}`,
  airtable: (r) => `pat${pick(r, letters, 14)}.${pick(r, hex, 64)}`,
  jwt: (r) => `eyJhbGciOiJSUzI1NiJ9.eyJ${pick(r, word, 80)}.${pick(r, word, 85)}${pick(r, letters)}`,
  password: (r) =>
    pick(r, [
      `DB_PASSWORD=${password(r)}`,
      `password: "${password(r)}"`,
      `Server=db;User Id=sa;Password=${password(r)};`,
      `{"password": "${password(r)}"}`,
      `mysql --password ${password(r)} db`,
      `DB_PASSWORD=${pick(r, ['fake', 'Test', 'secret', 'qwerty'])}${madeUp(r)}`,
    ]),
  assigned: (r) =>
    pick(r, [
      `AWS_SECRET_ACCESS_KEY=${pick(r, base64, 40)}`,
      `aws_secret_access_key = ${pick(r, letters, 40)}`,
      `client_secret: ${pick(r, letters, 32)}`,
      `"api_key": "${pick(r, hex, 32)}"`,
      `OPENAI_API_KEY_PROD='${pick(r, letters, 40)}'`,
      `export MY_TOKEN="${pick(r, letters, 24)}"`,
      `<secret>${pick(r, letters, 32)}</secret>`,
      `x-api-key: ${pick(r, letters, 32)}`,
    ]),
  bearer: (r) =>
    pick(r, [
      `Authorization: Bearer ${pick(r, letters, 40)}`,
      `-H "authorization: bearer ${pick(r, word, 63)}${pick(r, letters)}"`,
      `Authorization: Basic ${pick(r, letters, 31)}=`,
    ]),
  'url-password': (r) =>
    `${pick(r, ['postgres', 'mongodb+srv', 'redis', 'amqps', 'https'])}://${pick(r, lower, 6)}:` +
    `${pick(r, [pick(r, letters, between(r, 8, 24)), `s3cr3t${madeUp(r)}`])}@db.internal:5432/app`,
  'private-key': (r) =>
    pick(r, [
      pem(r, 'PRIVATE KEY', 24),
      pem(r, 'RSA PRIVATE KEY', 25),
      pem(r, 'OPENSSH PRIVATE KEY', 6),
      pem(r, 'EC PRIVATE KEY', 2),
      pem(r, 'PRIVATE KEY', 24, String.raw`\n`),
    ]),
  'azure-client-secret': (r) =>
    `${pick(r, letters, 3)}${pick(r, digits)}Q~${pick(r, `${letters}_.`, 33)}${pick(r, letters)}`,
  'azure-key': (r) => `${pick(r, letters, 52)}JQQJ99${pick(r, letters, 26)}`,
  telegram: (r) => `${pick(r, '123456789', 10)}:AA${pick(r, word, 32)}${pick(r, letters)}`,
  terraform: (r) => `${pick(r, letters, 14)}.atlasv1.${pick(r, word, 66)}${pick(r, letters)}`,
};

/** Placeholders that people write instead of a secret. None of these is one. */
export const placeholders: readonly string[] = [
  'AKIAIOSFODNN7EXAMPLE',
  'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  'OPENAI_API_KEY=sk-your-api-key-here',
  'sk-proj-1234567890abcdefghijklmnopqrstuvwxyz',
  'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  'api_key: ${API_KEY}',
  'api_key: {{ secrets.API_KEY }}',
  'const password = readPassword();',
  'const apiKey = process.env.ANTHROPIC_API_KEY;',
  'password: string;',
  'token: your-token-here',
  'POSTGRES_PASSWORD=my-secret-pw',
  'POSTGRES_PASSWORD=<password>',
  'DB_PASSWORD=changeme',
  'postgres://user:password@localhost:5432/db',
  'postgres://app:s3cr3t@db/app',
  'mysql://root:Test1234@db',
  'redis://:p4ssw0rd@cache',
  'DB_PASSWORD=MyPassword123',
  'password: Sample_Password_1',
  'https://user:pass@example.com/',
  'mongodb://localhost:27017',
  'Authorization: Bearer <token>',
  'Authorization: Bearer $TOKEN',
  'Authorization: Bearer YOUR_ACCESS_TOKEN',
  'secret: "..."',
  '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
  '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA7Zq9\n-----END PUBLIC KEY-----',
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0.' +
    'SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
  'The max_tokens of a request: 4096; tokens: 1024',
  'secretName: my-service-tls',
  'tokenizer: o200k_base',
  'Basic authentication is explained below.',
];
