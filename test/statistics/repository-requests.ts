// Git operations of a component whose repository changes meanwhile.
import { drainRepositories, po } from '#translation/repositories/testing.ts'
import type { Request } from './operation.ts'
import { send } from './requests.ts'
import type { World } from './world.ts'

const LANGUAGES = ['cs', 'de']
const STRINGS = ['Hello, world!', 'Thank you for using Weblate.', 'Sentence one.', 'Sentence two.', 'Plain', 'Last']
const TARGETS = ['', 'Ahoj', 'Dobrý den.', 'Konec…', 'Hello, world!']

const someFile = ({ random }: World, language: string): string =>
  po(language, Object.fromEntries(random.some(STRINGS, 0.8).map(source => [source, random.pick(TARGETS)])))

/** Writes the files of some languages; sometimes one is deleted or broken. */
function publish(world: World): void {
  const { random, upstream } = world
  upstream.update()
  const files = Object.fromEntries(
    random.some(LANGUAGES, 0.7).map(each => [`po/${each}.po`, random.chance(0.05) ? 'msgid "' : someFile(world, each)]),
  )
  upstream.publish('Work elsewhere', { ...files, 'po/fr.po': someFile(world, 'fr'), README: `${world.fresh()}` })
}

const withRepository = ({ store }: World) =>
  store.read
    .selectFrom('component')
    .innerJoin('project', 'project.id', 'component.project_id')
    .select(['project.slug as project', 'component.path'])
    .where('vcs', '=', 'git')
    .where('is_glossary', '=', 0)
    .orderBy('component.id')
    .execute()

/** Creates the component with a repository if there is none. */
async function add(world: World): Promise<boolean> {
  const slug = `git-${world.fresh()}`
  const repo = world.upstream.url
  const files = { file_format: 'po', filemask: 'po/*.po', source_language: { code: 'en' } }
  const body = { name: slug, slug, vcs: 'git', repo, push: repo, ...files }
  const project = world.random.pick(world.projects).slug
  const { status } = await send(world, 'POST', `projects/${project}/components/`, body)
  await drainRepositories(world.api.services)
  return status === 201
}

const operate =
  (operations: readonly string[], prepare: (world: World) => void = () => {}): Request =>
  async world => {
    const operation = world.random.pick(operations)
    const rows = await withRepository(world)
    if (rows.length === 0) return add(world)
    const { project, path } = world.random.pick(rows)
    prepare(world)
    const to = `components/${project}/${path.replaceAll('/', '%252F')}/repository/`
    const { status } = await send(world, 'POST', to, { operation })
    await drainRepositories(world.api.services)
    return status < 300
  }

export const repositoryRequests: Record<string, [request: Request, weight: number]> = {
  'pull changes': [operate(['pull'], publish), 1.5],
  'commit or push': [operate(['commit', 'push']), 1],
  'reset or scan a repository': [operate(['reset', 'reset-keep', 'file-sync', 'file-scan']), 0.4],
}
