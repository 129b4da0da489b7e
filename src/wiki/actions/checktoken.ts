import { checkToken, TOKEN_TYPES } from '#accounts/tokens.ts'
import { actionModule } from '../api/module.ts'
import { integer, oneOf, string } from '../api/params/kinds.ts'
import { apiMessage } from '../messages/message.ts'
import { isoTimestamp } from '../site/timestamp.ts'

export const checktoken = actionModule({
  name: 'checktoken',
  prefix: '',
  classname: 'ApiCheckToken',
  summary: 'Check whether a token is valid.',
  helpUrls: [],
  help: {
    params: {
      type: { words: 'Type of the token.' },
      maxtokenage: { words: 'Maximum age of the token, in seconds.' },
    },
  },
  result: { checktoken: { result: 'string', 'generated?': 'string' } },
  params: {
    type: oneOf(TOKEN_TYPES, { required: true }),
    token: string({ required: true, sensitive: true }),
    maxtokenage: integer(),
  },

  async run(run, a) {
    const valid = checkToken(run.caller, a.type, a.token)
    const generated = /^[0-9a-f]{32}([0-9a-f]{8})\+\\$/.exec(a.token)?.[1]
    const made = generated === undefined ? undefined : Number.parseInt(generated, 16)
    const expired = valid && made !== undefined && a.maxtokenage !== undefined && made + a.maxtokenage < run.now
    if (!valid && a.token.endsWith(' \\')) {
      run.warn('checktoken', apiMessage('apiwarn-checktoken-percentencoding'))
    }
    return {
      checktoken: {
        result: expired ? 'expired' : valid ? 'valid' : 'invalid',
        ...(made !== undefined && { generated: isoTimestamp(made) }),
      },
    }
  },
})
