/** A vendor's tokens that can be recognised by their shape alone. */
export interface VendorPattern {
  /** Used in placeholders: `github-token` becomes `«secret:github-token-1»`. */
  readonly name: string;
  /** The possible beginnings, each at least two characters. */
  readonly prefixes: readonly string[];
  /** The shape of the whole token, sticky; consists only of word characters, dots and hyphens. */
  readonly shape: RegExp;
  /** Whether the token also needs digits and both cases, because words begin with its prefix. */
  readonly isVague?: true;
}

/** Nothing shorter is examined. */
export const minTokenLength = 20;

const token = (
  name: string,
  prefixes: readonly string[],
  shape: RegExp,
  isVague?: true,
): VendorPattern => ({ name, prefixes, shape, ...(isVague === true && { isVague }) });

export const vendorPatterns: readonly VendorPattern[] = [
  token("github-token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], /gh[pousr]_[A-Za-z\d]{36,251}/y),
  token("github-token", ["github_pat_"], /github_pat_\w{22,244}/y),
  token(
    "gitlab-token",
    ["glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glagent-", "gloas-", "glsoat-"],
    /gl(?:pat|dt|rt|cbt|ptt|ft|agent|oas|soat)-[\w-]{20,300}/y,
  ),
  token("anthropic-key", ["sk-ant-"], /sk-ant-[\w-]{20,200}/y, true),
  token("openai-key", ["sk-"], /sk-(?:(?:proj|svcacct|admin|None)-)?[\w-]{20,250}/y, true),
  token("aws-access-key", ["AKIA", "ASIA", "ABIA", "ACCA"], /(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}/y),
  token(
    "slack-token",
    ["xoxa-", "xoxb-", "xoxe-", "xoxe.", "xoxo-", "xoxp-", "xoxr-", "xoxs-"],
    /xox[abeoprs][-.][A-Za-z\d.-]{15,250}/y,
  ),
  token("slack-token", ["xapp-"], /xapp-\d-[A-Za-z\d-]{20,250}/y),
  token("google-key", ["AIza"], /AIza[\w-]{35}/y),
  token("google-token", ["ya29."], /ya29\.[\w-]{20,1000}/y),
  token("google-secret", ["GOCSPX-"], /GOCSPX-[\w-]{28}/y),
  token("npm-token", ["npm_"], /npm_[A-Za-z\d]{36}/y),
  token("pypi-token", ["pypi-"], /pypi-AgE[\w-]{50,1000}/y),
  token("rubygems-key", ["rubygems_"], /rubygems_[a-f\d]{48}/y),
  token("crates-token", ["cio"], /cio[A-Za-z\d]{32}/y, true),
  token(
    "stripe-key",
    ["sk_live_", "sk_test_", "rk_live_", "rk_test_"],
    /[sr]k_(?:live|test)_[A-Za-z\d]{16,250}/y,
  ),
  token("stripe-webhook-secret", ["whsec_"], /whsec_[A-Za-z\d]{24,100}/y),
  token("sendgrid-key", ["SG."], /SG\.[\w-]{16,32}\.[\w-]{32,64}/y),
  token("mailchimp-key", ["key-"], /key-[a-f\d]{32}/y),
  token("twilio-key", ["SK"], /SK[a-f\d]{32}/y),
  token("digitalocean-token", ["dop_v1_", "doo_v1_", "dor_v1_"], /do[opr]_v1_[a-f\d]{64}/y),
  token("huggingface-token", ["hf_"], /hf_[A-Za-z\d]{34,40}/y, true),
  token("replicate-token", ["r8_"], /r8_[A-Za-z\d]{37}/y),
  token("groq-key", ["gsk_"], /gsk_[A-Za-z\d]{48,60}/y),
  token("xai-key", ["xai-"], /xai-[A-Za-z\d]{60,100}/y),
  token(
    "shopify-token",
    ["shpat_", "shpca_", "shppa_", "shpss_"],
    /shp(?:at|ca|pa|ss)_[a-fA-F\d]{32}/y,
  ),
  token("databricks-token", ["dapi"], /dapi[a-f\d]{32}(?:-\d)?/y),
  token("doppler-token", ["dp."], /dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,100}/y),
  token("linear-key", ["lin_api_", "lin_oauth_"], /lin_(?:api|oauth)_[A-Za-z\d]{32,100}/y),
  token("notion-token", ["ntn_"], /ntn_[A-Za-z\d]{40,60}/y),
  token("atlassian-token", ["ATATT3", "ATCTT3"], /AT[AC]TT3[\w-]{50,300}/y),
  token("vault-token", ["hvs.", "hvb.", "hvr."], /hv[sbr]\.[\w-]{24,300}/y),
  token("age-key", ["AGE-SECRET-KEY-1"], /AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}/y),
  token("postman-key", ["PMAK-"], /PMAK-[a-f\d]{24}-[a-f\d]{34}/y),
  token("docker-token", ["dckr_pat_", "dckr_oat_"], /dckr_[po]at_[\w-]{27,32}/y),
  token("figma-token", ["figd_"], /figd_[\w-]{40,60}/y),
  token("newrelic-key", ["NRAK-"], /NRAK-[A-Z\d]{27}/y),
  token("sentry-token", ["sntrys_", "sntryu_"], /sntry[su]_[\w.-]{60,300}/y),
  token("supabase-token", ["sbp_", "sb_secret_"], /(?:sbp_[a-f\d]{40}|sb_secret_[\w-]{30,60})/y),
  token(
    "planetscale-token",
    ["pscale_tkn_", "pscale_oauth_", "pscale_pw_"],
    /pscale_(?:tkn|oauth|pw)_[\w.-]{32,64}/y,
  ),
  token(
    "grafana-token",
    ["glsa_", "glc_"],
    /(?:glsa_[A-Za-z\d]{32}_[a-f\d]{8}|glc_[A-Za-z\d]{32,300})/y,
  ),
  token("pulumi-token", ["pul-"], /pul-[a-f\d]{40}/y),
  token("easypost-key", ["EZAK", "EZTK"], /EZ[AT]K[A-Za-z\d]{54}/y),
  token("jwt", ["eyJ"], /eyJ[\w-]{10,2000}\.eyJ[\w-]{10,6000}\.[\w-]{10,2000}/y),
];
