import { mapShape } from '../../fields/field.ts'
import { webAddress } from '../../fields/kinds.ts'
import { type Resource, read, resource } from '../resource.ts'

const Root = mapShape('Root', 'Address of each list.', webAddress())

/** The list at `/name/` is called `name`. */
const LIST = /^\/([^/:]+)\/$/

/** The front page. It follows from the resources, in their order: each list right below it. */
export const root = (resources: () => readonly Resource[]): Resource =>
  resource({
    path: '/',
    name: 'API root',
    description: 'Where everything begins.',
    operations: {
      GET: read({
        summary: 'Addresses of the lists',
        answer: Root,
        handle: async ({ addresses }) =>
          Object.fromEntries(
            resources()
              .filter(({ operations }) => operations.GET?.answers === 'page')
              .flatMap(({ path }) => LIST.exec(path)?.[1] ?? [])
              .map(name => [name, addresses.api(name)]),
          ),
      }),
    },
  })
