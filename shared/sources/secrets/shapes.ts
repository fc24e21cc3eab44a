/**
 * Keys with a known shape: a fixed start and what must follow. The shapes are published by issuers, or agreed on by
 * gitleaks and secretlint (both MIT). A key is never part of a longer word of letters, digits, dashes and underscores;
 * keys with other characters have a low length limit. So the total time is linear.
 */
export interface Shape {
  /** A stable id, for tables and tests. */
  readonly id: string;
  /** The name shown to people. */
  readonly kind: string;
  readonly starts: readonly string[];
  /** Sticky; matches directly after the start. */
  readonly body: RegExp;
}

/** Maximum length of a key, so that no pattern scans megabytes. */
const longest = 10_000;

function shape(id: string, kind: string, starts: string, body: string): Shape {
  const bounded = body.replaceAll(',}', `,${longest}}`);
  return { id, kind, starts: starts.split(' '), body: new RegExp(`${bounded}(?![A-Za-z0-9])`, 'y') };
}

const word = '[A-Za-z0-9_-]';
const letter = '[A-Za-z0-9]';
const hex = '[0-9a-f]';

export const shapes: readonly Shape[] = [
  // AI providers and tools.
  shape('anthropic', 'Anthropic key', 'sk-ant-', `${word}{24,}`),
  shape('openrouter', 'OpenRouter key', 'sk-or-', `(?:v1-)?${letter}{40,}`),
  shape('langfuse', 'Langfuse key', 'sk-lf-', `${hex}{8}(?:-${hex}{4}){3}-${hex}{12}`),
  shape('openai', 'OpenAI key', 'sk-proj- sk-svcacct- sk-admin- sk-None-', `${word}{32,}`),
  shape('sk', 'OpenAI-style key', 'sk-', `${letter}{32,}`),
  shape('groq', 'Groq key', 'gsk_', `${letter}{48,}`),
  shape('xai', 'xAI key', 'xai-', `${letter}{60,}`),
  shape('perplexity', 'Perplexity key', 'pplx-', `${letter}{40,}`),
  shape('hugging-face', 'Hugging Face token', 'hf_ api_org_', '[A-Za-z]{34}'),
  shape('replicate', 'Replicate token', 'r8_', `${letter}{37}`),
  shape('fireworks', 'Fireworks key', 'fw_', `${letter}{22,30}`),
  shape('together', 'Together key', 'tgp_v1_', `${word}{40,}`),
  shape('cerebras', 'Cerebras key', 'csk-', '[a-z0-9]{48}'),
  shape('nvidia', 'NVIDIA key', 'nvapi-', `${word}{60,}`),
  shape('langsmith', 'LangSmith key', 'lsv2_pt_ lsv2_sk_', `${hex}{32}_${hex}{10}`),
  shape('tavily', 'Tavily key', 'tvly-', `(?:dev-|prod-)?${letter}{32}`),
  shape('pinecone', 'Pinecone key', 'pcsk_', `${letter}{4,8}_${letter}{50,}`),
  shape('elevenlabs', 'ElevenLabs key', 'sk_', `${hex}{48}`),
  shape('e2b', 'E2B key', 'e2b_', `${hex}{40}`),
  // Cloud providers.
  shape('aws-access-key', 'AWS access key', 'AKIA ASIA ABIA ACCA', '[A-Z2-7]{16}'),
  shape('aws-bedrock', 'AWS Bedrock key', 'ABSK', '[A-Za-z0-9+/]{109,269}'),
  shape('aws-bedrock-short', 'AWS Bedrock key', 'bedrock-api-key-', '[A-Za-z0-9+/]{40,2000}'),
  shape('google', 'Google key', 'AIza', `${word}{35}`),
  shape('google-oauth-secret', 'Google client secret', 'GOCSPX-', `${word}{28}`),
  shape('google-oauth-token', 'Google access token', 'ya29.', `${word}{30,}`),
  shape('azure-storage', 'Azure storage key', 'AccountKey= SharedAccessKey=', '[A-Za-z0-9+/]{43,86}'),
  shape('databricks', 'Databricks token', 'dapi', `${hex}{32}(?:-\\d)?`),
  shape('digitalocean', 'DigitalOcean token', 'dop_v1_ doo_v1_ dor_v1_', `${hex}{64}`),
  shape('heroku', 'Heroku key', 'HRKU-', `${word}{36,}`),
  shape('fly', 'Fly.io token', 'fo1_ fm1a_ fm1r_ fm2_', '[A-Za-z0-9_+/-]{43,400}'),
  shape('vercel', 'Vercel token', 'vcp_ vci_ vca_ vcr_ vck_', `${letter}{20,60}`),
  shape('netlify', 'Netlify token', 'nfp_', `${letter}{36,}`),
  shape('supabase', 'Supabase key', 'sbp_ sb_secret_', `${word}{30,}`),
  shape('alibaba', 'Alibaba Cloud key', 'LTAI', `${letter}{16,20}`),
  shape('cloudflare-origin', 'Cloudflare origin key', 'v1.0-', `${hex}{24}-${hex}{146}`),
  shape('vault', 'Vault token', 'hvs. hvb. hvr.', `${word}{24,}`),
  shape('age', 'age secret key', 'AGE-SECRET-KEY-1', '[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}'),
  shape('1password', '1Password service token', 'ops_eyJ', '[A-Za-z0-9+/_-]{200,2000}'),
  shape('doppler', 'Doppler token', 'dp.pt. dp.st. dp.sa.', '[A-Za-z0-9_.-]{40,100}'),
  shape('planetscale', 'PlanetScale secret', 'pscale_tkn_ pscale_pw_ pscale_oauth_', '[A-Za-z0-9_=.-]{32,64}'),
  shape('neon', 'Neon secret', 'npg_', `${letter}{12,}`),
  shape('pulumi', 'Pulumi token', 'pul-', `${hex}{40}`),
  // Code hosts and package registries.
  shape('github', 'GitHub token', 'ghp_ gho_ ghu_ ghs_ ghr_', `${letter}{36,}`),
  shape('github-fine-grained', 'GitHub token', 'github_pat_', '[A-Za-z0-9_]{60,}'),
  shape(
    'gitlab',
    'GitLab token',
    'glpat- gldt- glrt- glptt- glft- glsoat- glagent- gloas- glcbt- glimt- glffct-',
    '[A-Za-z0-9_.-]{20,400}',
  ),
  shape('npm', 'npm token', 'npm_', `${letter}{36}`),
  shape('pypi', 'PyPI token', 'pypi-', `AgEIcHlwaS5vcmc${word}{50,}`),
  shape('rubygems', 'RubyGems key', 'rubygems_', `${hex}{48}`),
  shape('docker', 'Docker token', 'dckr_pat_ dckr_oat_', `${word}{27,}`),
  shape('atlassian', 'Atlassian token', 'ATATT3 ATCTT3', '[A-Za-z0-9_=-]{40,400}'),
  shape('sourcegraph', 'Sourcegraph token', 'sgp_', `(?:${hex}{16}_|local_)?${hex}{40}`),
  shape('sentry', 'Sentry token', 'sntrys_ sntryu_', '[A-Za-z0-9+/=_]{60,400}'),
  shape('linear', 'Linear key', 'lin_api_', `${letter}{40}`),
  shape('postman', 'Postman key', 'PMAK-', `${hex}{24}-${hex}{34}`),
  shape('grafana', 'Grafana token', 'glsa_', `${letter}{32}_[A-Fa-f0-9]{8}`),
  shape('grafana-cloud', 'Grafana token', 'glc_', '[A-Za-z0-9+/]{32,}'),
  shape('new-relic', 'New Relic key', 'NRAK-', '[A-Z0-9]{27}'),
  // Messaging, payment and file services.
  shape('slack', 'Slack token', 'xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-', '[A-Za-z0-9%-]{20,400}'),
  shape('slack-webhook', 'Slack webhook', 'hooks.slack.com/services/ hooks.slack.com/workflows/', '[A-Za-z0-9+/]{40,}'),
  shape(
    'discord-webhook',
    'Discord webhook',
    'discord.com/api/webhooks/ discordapp.com/api/webhooks/',
    `\\d{17,20}/${word}{60,}`,
  ),
  shape('stripe', 'Stripe key', 'sk_live_ sk_test_ rk_live_ rk_test_', `${letter}{16,}`),
  shape('stripe-webhook', 'Stripe webhook secret', 'whsec_', '[A-Za-z0-9+/]{32,}'),
  shape('square', 'Square token', 'sq0atp- sq0csp-', `${word}{22,}`),
  shape('shopify', 'Shopify token', 'shpat_ shpca_ shppa_ shpss_', '[A-Fa-f0-9]{32}'),
  shape('sendgrid', 'SendGrid key', 'SG.', `${word}{20,24}\\.${word}{39,50}`),
  shape('mailgun', 'Mailgun key', 'key-', `${hex}{32}`),
  shape('brevo', 'Brevo key', 'xkeysib-', `${hex}{64}-${letter}{16}`),
  shape('twilio', 'Twilio key', 'SK', `${hex}{32}`),
  shape('notion', 'Notion token', 'ntn_', `\\d{11}${letter}{35}`),
  shape('notion-old', 'Notion token', 'secret_', `${letter}{43}`),
  shape('figma', 'Figma token', 'figd_', `${word}{40,}`),
  shape('airtable', 'Airtable token', 'pat', `${letter}{14}\\.${hex}{64}`),
  shape('jwt', 'JSON web token', 'eyJ', `${word}{10,}\\.eyJ${word}{10,}\\.${word}{16,}`),
];
