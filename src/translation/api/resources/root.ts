import { mapShape } from '../fields/field.ts'
import { webAddress } from '../fields/kinds.ts'
import { read, resource } from '../resource.ts'

const Root = mapShape('Root', 'Address of each list.', webAddress())

/** Lists that the front page names, in its order; only those that exist are shown. */
const LISTS = [
  'users',
  'groups',
  'roles',
  'projects',
  'components',
  'translations',
  'memory',
  'languages',
  'component-lists',
  'changes',
  'units',
  'suggestions',
  'screenshots',
  'addons',
  'categories',
  'reports',
]

export const root = resource({
  path: '/',
  name: 'API root',
  description: 'Where everything begins.',
  operations: {
    GET: read({
      summary: 'Addresses of the lists',
      answer: Root,
      handle: async ({ addresses, context }) => {
        const paths = new Set(context.resources.map(each => each.path))
        return Object.fromEntries(LISTS.filter(name => paths.has(`/${name}/`)).map(name => [name, addresses.api(name)]))
      },
    }),
  },
})
