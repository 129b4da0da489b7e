// Restores announcements, add-ons and screenshots.

import { columnsOf } from '#fields/columns.ts'
import { addonByName } from '../addons/index.ts'
import { settingsOf } from '../addons/settings.ts'
import { HIDDEN } from '../addons/webhook.ts'
import { PICTURE_BYTES, PICTURE_TYPES, pictureType } from '../catalogue/picture.ts'
import type { Work } from '../catalogue/work.ts'
import { type Archive, about, wrong } from './archive.ts'
import { MANIFEST, type Manifest } from './backup-shape.ts'
import { inserted } from './inserted.ts'
import type { People } from './people.ts'
import type { Ids } from './restore-units.ts'

export async function restoreParts(
  work: Work,
  project_id: number,
  archive: Archive,
  people: People,
  ids: Ids,
): Promise<void> {
  const { announcements, addons, screenshots } = archive.manifest
  for (const [i, { category_id, component_id, language, account, ...row }] of announcements.entries())
    await inserted(work, 'announcement', {
      ...columnsOf(row),
      project_id,
      category_id: category_id === null ? null : ids.categories.get(category_id)!,
      component_id: component_id === null ? null : ids.components.get(component_id)!,
      language_id:
        language === null ? null : await people.language(language, `${MANIFEST}: announcements[${i}].language`),
      account_id: await people.id(account),
    })
  for (const [i, addon] of addons.entries()) await restoreAddon(work, project_id, addon, i, ids)
  for (const [i, screenshot] of screenshots.entries())
    await restoreScreenshot(work, archive, screenshot, i, people, ids)
}

async function restoreAddon(
  work: Work,
  project_id: number,
  { name, component_id, configuration, created_at }: Manifest['addons'][number],
  i: number,
  ids: Ids,
): Promise<void> {
  const addon = addonByName(name)
  if (addon === undefined) throw wrong(`${MANIFEST}: addons[${i}].name`, `Unknown add-on "${name}".`, 'does_not_exist')
  // The placeholder for a secret must not become the secret.
  const input = configuration.secret === HIDDEN ? { ...configuration, secret: '' } : configuration
  const settings = about(MANIFEST, () => settingsOf(addon, input, `addons.${i}.configuration`))
  await inserted(work, 'addon', {
    project_id,
    component_id: component_id === null ? null : ids.components.get(component_id)!,
    name,
    created_at,
    configuration: settings,
  })
}

async function restoreScreenshot(
  work: Work,
  archive: Archive,
  { entry, account, units, translation_id, ...row }: Manifest['screenshots'][number],
  i: number,
  people: People,
  ids: Ids,
): Promise<void> {
  const place = `screenshots[${i}]`
  const image = archive.file(entry, `${place}.entry`)
  const type = image.length > PICTURE_BYTES ? 'too large' : await pictureType(image)
  if (type === 'damaged' || type === 'too large')
    throw wrong(`${MANIFEST}: ${place}.entry`, `"${entry}" is ${type}. Screenshots must be ${PICTURE_TYPES}.`)
  if (type !== row.media_type) throw wrong(`${MANIFEST}: ${place}.media_type`, `"${entry}" is ${type}.`)
  const values = { ...row, image, translation_id: ids.translations.get(translation_id)! }
  const screenshot_id = await inserted(work, 'screenshot', { ...values, account_id: await people.id(account) })
  for (const [n, each] of units.entries()) {
    const unit_id = ids.units.get(each)
    if (unit_id === undefined)
      throw wrong(`${MANIFEST}: ${place}.units[${n}]`, 'The string does not exist in the archive.', 'does_not_exist')
    await work.tx.insertInto('screenshot_unit').values({ screenshot_id, unit_id }).execute()
  }
}
