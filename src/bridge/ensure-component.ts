import {
  type ComponentParts,
  type ComponentRow,
  componentByPath,
  partsOf,
  projectBySlug,
} from '#translation/catalogue/components.ts'
import { installLanguages, languageByCode } from '#translation/catalogue/languages.ts'
import { createProject } from '#translation/catalogue/projects.ts'
import { createComponent } from '#translation/catalogue/translations.ts'
import type { Work } from '#translation/catalogue/work.ts'
import { ImportError } from '#wiki/import/import-error.ts'
import type { Site } from '#wiki/site/site.ts'
import { closedLikeWiki } from './close-interface.ts'
import { interfaceComponent, noteComponent } from './interface-component.ts'

const PROJECT = 'wiki'
const COMPONENT = 'interface'
export const SOURCE = 'en'

/** Creates the component for the wiki's messages, and its project, unless they exist. */
export async function ensureComponent(work: Work, site: Site): Promise<ComponentParts & { isNew: boolean }> {
  const existing = await interfaceComponent(work.tx)
  const component = existing ?? (await makeComponent(work, site))
  const parts = await partsOf(work.tx, component)
  return { ...parts, project: await closedLikeWiki(work, parts.project), isNew: existing === null }
}

async function makeComponent(work: Work, site: Site): Promise<ComponentRow> {
  const { tx } = work
  await installLanguages(tx)
  const english = await languageByCode(tx, SOURCE)
  if (english === null)
    throw new ImportError(`Cannot create the interface component: its source language "${SOURCE}" is missing.`)
  const project = (await projectBySlug(tx, PROJECT)) ?? (await makeProject(work, site))
  if ((await componentByPath(tx, project.id, COMPONENT)) !== null)
    throw new ImportError(
      `The component ${PROJECT}/${COMPONENT} already exists and holds something else; rename it, then import again.`,
    )
  const { component } = await createComponent(
    work,
    {
      project_id: project.id,
      name: 'Interface',
      slug: COMPONENT,
      file_format: 'mediawiki-json',
      filemask: '*.json',
      template: `${SOURCE}.json`,
      // `$1` is a placeholder for a title, a name or a number.
      check_flags: 'placeholders:r"\\$[0-9]+"',
    },
    english,
  )
  await noteComponent(tx, component)
  return component
}

async function makeProject(work: Work, site: Site) {
  const taken = await work.tx.selectFrom('project').select('id').where('name', '=', site.name).executeTakeFirst()
  return createProject(work, {
    name: taken === undefined ? site.name : `${site.name} (wiki)`,
    slug: PROJECT,
    web: String(site.info.general.base ?? ''),
  })
}
