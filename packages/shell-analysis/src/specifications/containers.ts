import { type CommandFamily, type CommandShape, reaches } from "../specification/specification.ts";

/**
 * Containers and clouds. Even read-only commands call a daemon or a service with the person's
 * credentials, which effects can't express. So nothing is specified but versions that are printed
 * without such a call.
 */
const registry: CommandShape = { specified: false, effects: [reaches("*")] };

export const containers: CommandFamily = [
  {
    names: "docker podman nerdctl buildah",
    specified: false,
    // `--help` starts the plugins.
    informs: "--version -v",
    subcommands: {
      "pull push login logout search build": registry,
      "ps images version info inspect logs stats top port events diff history": {
        specified: false,
      },
    },
  },
  { names: "docker-compose podman-compose", specified: false, informs: "--version -v" },
  { names: "skopeo crane oras helm kustomize k9s minikube kind", ...registry },
  { names: "kubectl oc k3s", ...registry },
  // `terraform --version` looks for newer versions.
  { names: "terraform", ...registry },
  { names: "tofu terragrunt", ...registry, informs: "--version -version -v" },
  { names: "pulumi ansible ansible-playbook vagrant packer vault consul nomad", ...registry },
  { names: "aws", ...registry, informs: "--version" },
  { names: "gcloud gsutil bq az doctl flyctl fly heroku vercel netlify wrangler", ...registry },
  { names: "supabase firebase railway sam cdk serverless sls eksctl oci ibmcloud", ...registry },
  { names: "psql mysql mariadb redis-cli redis-server", ...registry, informs: "--version -V" },
  { names: "sqlite3", specified: false, informs: "--version -version" },
  { names: "mongosh mongo clickhouse-client", ...registry },
];
