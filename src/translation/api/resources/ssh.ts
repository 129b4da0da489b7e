import { nullable, readOnly, shape, sometimes } from '#fields/field.ts'
import { list, nested, text, webAddress } from '#fields/kinds.ts'
import { RepositoryError } from '../../repositories/repository-error.ts'
import { fingerprintOf, forgetHost, knownHosts, publicKey } from '../../repositories/ssh.ts'
import { forbidden, notAuthenticated, notFound } from '../errors.ts'
import { read, remove, resource } from '../resource.ts'
import { type AnyCall, needSite } from './find.ts'

const words = readOnly(text())

const KnownHost = shape('KnownHost', 'A known server and its host key.', {
  host: words,
  type: words,
  fingerprint: words,
  url: readOnly(webAddress()),
})

const Ssh = shape('Ssh', 'SSH key and known servers of this site.', {
  public_key: readOnly(nullable(text())),
  fingerprint: readOnly(nullable(text())),
  /** Why there is no key. */
  detail: sometimes(readOnly(text())),
  known_hosts: readOnly(list(nested(KnownHost))),
})

/** Callers who can edit components need the key to give the site access to their repositories. */
async function mayLook(call: AnyCall): Promise<void> {
  const permissions = await call.permissions()
  if (permissions.onSite('management.use') || permissions.anywhere('component.edit')) return
  throw call.caller.account === null ? notAuthenticated() : forbidden()
}

export const sshResources = [
  resource({
    path: '/ssh/',
    name: 'SSH',
    description:
      'Public SSH key of this site, to be authorized on git servers, and the known servers. The key is created on first use.',
    operations: {
      GET: read({
        summary: 'Get the SSH key and known servers',
        answer: Ssh,
        allow: mayLook,
        handle: async call => {
          const { data } = call.services.config
          const hosts = (await knownHosts(data)).map(each => ({ ...each, url: call.addresses.api('ssh', each.host) }))
          try {
            const key = await publicKey(data)
            return { public_key: key, fingerprint: fingerprintOf(key.split(' ')[1] ?? ''), known_hosts: hosts }
          } catch (error) {
            if (!(error instanceof RepositoryError)) throw error
            return { public_key: null, fingerprint: null, detail: error.message, known_hosts: hosts }
          }
        },
      }),
    },
  }),
  resource({
    path: '/ssh/:host/',
    name: 'SSH host',
    description: 'A known server.',
    operations: {
      DELETE: remove({
        summary: 'Forget the host key of a server and trust the next one it presents',
        allow: call => needSite(call, 'management.use'),
        handle: async call => {
          if (!(await forgetHost(call.services.config.data, call.params.host!))) throw notFound()
        },
      }),
    },
  }),
]
