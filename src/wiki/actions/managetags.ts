import { isLostRace } from '#store/store-error.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { boolean, oneOf, string } from '../api/params/kinds.ts'
import { callerBlock } from '../content/caller-block.ts'
import { manageTag } from '../editing/manage-tag.ts'
import { fail } from '../messages/message.ts'
import { checkTags } from './own-tags.ts'

export const managetags = actionModule({
  name: 'managetags',
  prefix: '',
  classname: 'ApiManageTags',
  summary: 'Sets up tags that people may put on changes, and does away with them.',
  helpUrls: [helpPage('Tag_management')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      operation: {
        words: 'What to do.',
        values: {
          create: 'Set up a tag for people to put on changes.',
          delete: 'Take a tag off every change and forget it.',
          activate: 'Let people use a tag again that is on changes already.',
          deactivate: 'Let nobody use a tag any more; it stays where it is.',
        },
      },
      tag: { words: 'The tag.' },
      reason: { words: 'Why.' },
      ignorewarnings: { words: 'Do it even if there is a warning.' },
      tags: { words: 'Tags to put on the entry in the log.' },
    },
  },
  params: {
    operation: oneOf(['activate', 'create', 'deactivate', 'delete'], { required: true }),
    tag: string({ required: true }),
    reason: string({ default: '' }),
    ignorewarnings: boolean(),
    tags: string({ multi: true, listsTags: true }),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, { operation, tag, reason, tags = [] }) {
    const { caller, wiki, now } = run
    if (operation === 'delete' && !caller.can('deletechangetags')) fail('tags-delete-no-permission')
    if (operation !== 'delete' && !caller.can('managechangetags')) fail('tags-manage-no-permission')
    await checkTags(run, tags)
    if ((await callerBlock(run.db, caller, now))?.sitewide) fail('tags-manage-blocked', [caller.name])
    try {
      const logid = await wiki.store.transaction(tx =>
        manageTag(tx, wiki, { caller, now, operation, tag, reason, tags }),
      )
      run.result.managetags = { operation, tag, success: true, logid }
    } catch (error) {
      if (isLostRace(error)) fail('edit-conflict')
      throw error
    }
  },
})
