import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { password, string, user } from '../api/params/kinds.ts'
import { MESSAGE } from '../api/result/envelope.ts'
import { list } from '../api/result/shape.ts'
import { blockTarget } from '../content/block-target.ts'
import { passwordObjections } from '../content/password-policy.ts'
import { fail, plaintext } from '../messages/message.ts'
import { isCreatableUserName } from '../site/user-names.ts'
import { resultError } from './result-messages.ts'

export const validatepassword = actionModule({
  name: 'validatepassword',
  prefix: '',
  classname: 'ApiValidatePassword',
  summary: 'Check whether a password meets the password policy.',
  helpUrls: [helpPage('Validatepassword')],
  mustBePosted: true,
  help: {
    params: {
      password: { words: 'Password to check.' },
      user: { words: 'Name of an account to be created. By default, checks for the current user.' },
      email: { words: 'Email address of the account to be created.' },
      realname: { words: 'Real name for the account to be created.' },
    },
  },
  result: { validatepassword: { validity: 'string', 'validitymessages?': [MESSAGE] } },
  params: {
    password: password({ required: true, sensitive: true }),
    user: user({ subtypes: ['name', 'id'] }),
    email: string(),
    realname: string(),
  },

  async run(run, a) {
    if (run.request.inUrl.has('password')) fail('apierror-mustpostparams', ['password', 1])
    const name = a.user === undefined ? run.caller.name : await newName(run, a.user)
    const groups = a.user === undefined ? run.caller.groups : []
    const objections = passwordObjections(name, groups, a.password)
    await run.wiki.messages.catchUp()
    const isImpossible = objections.some(({ key }) => key === 'passwordtoolong')
    return {
      validatepassword: {
        validity: objections.length === 0 ? 'Good' : isImpossible ? 'Invalid' : 'Change',
        ...(objections.length > 0 && {
          validitymessages: list(
            'warning',
            objections.map(each => resultError(run, each)),
          ),
        }),
      },
    }
  },
})

async function newName(run: ActionRun, text: string): Promise<string> {
  const target = await blockTarget(run.wiki, text)
  if (target.kind !== 'account' && !isCreatableUserName(run.wiki.site, target.name))
    fail('paramvalidator-baduser', ['user', plaintext(text)], { code: 'baduser_user' })
  return target.kind === 'account' ? fail('userexists') : target.name
}
