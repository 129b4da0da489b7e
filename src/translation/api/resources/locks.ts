import { readOnly, shape } from '#fields/field.ts'
import { boolean } from '#fields/kinds.ts'
import type { ComponentRow } from '../../catalogue/components.ts'
import { setLock } from '../../catalogue/lock.ts'
import { act, read, resource } from '../resource.ts'
import { type AnyCall, findComponent, findProject, needComponent, needProject } from './find.ts'

const Lock = shape('Lock', 'Lock status.', { locked: readOnly(boolean()) })
const body = { lock: boolean() }

async function lockAll(
  call: AnyCall,
  components: readonly ComponentRow[],
  lock: boolean,
): Promise<{ locked: boolean }> {
  await call.work(async piece => {
    for (const component of components) await setLock(piece, component, lock)
  })
  return { locked: lock }
}

const componentsOf = async (call: AnyCall): Promise<ComponentRow[]> => {
  const { id } = await findProject(call)
  return call.db.selectFrom('component').selectAll().where('project_id', '=', id).orderBy('id').execute()
}

export const lockResources = [
  resource({
    path: '/components/:project/:component/lock/',
    name: 'Component lock',
    description: 'Lock of a component. Strings in a locked component cannot be changed.',
    operations: {
      GET: read({
        summary: 'Get the lock status of a component',
        answer: Lock,
        handle: async call => ({ locked: (await findComponent(call)).component.locked === 1 }),
      }),
      POST: act({
        summary: 'Lock or unlock a component',
        body,
        answer: Lock,
        allow: call => needComponent(call, 'component.lock'),
        handle: async call => lockAll(call, [(await findComponent(call)).component], call.body.lock),
      }),
    },
  }),
  resource({
    path: '/projects/:project/lock/',
    name: 'Project lock',
    description: 'Lock of a project. A project is locked if all its components are.',
    operations: {
      GET: read({
        summary: 'Get the lock status of a project',
        answer: Lock,
        handle: async call => {
          const components = await componentsOf(call)
          return { locked: components.length > 0 && components.every(each => each.locked === 1) }
        },
      }),
      POST: act({
        summary: 'Lock or unlock all components of a project',
        body,
        answer: Lock,
        allow: async call => needProject(call, await findProject(call), 'project.edit'),
        handle: async call => lockAll(call, await componentsOf(call), call.body.lock),
      }),
    },
  }),
]
