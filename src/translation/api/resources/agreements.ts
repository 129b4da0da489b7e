import { help, nullable, shape } from '#fields/field.ts'
import { dateTime, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import { acceptAgreement, acceptedAt } from '../../catalogue/agreements.ts'
import { act, read, resource } from '../resource.ts'
import { type AnyCall, findComponent } from './find.ts'

const Agreement = shape('ContributorAgreement', 'The contributor agreement of a component.', {
  agreement: help(text({ blank: true }), 'Text of the agreement; empty if there is none.'),
  accepted: help(nullable(dateTime()), 'When you accepted this text; null if you have not.'),
})

async function agreementOf(call: AnyCall) {
  const { component } = await findComponent(call)
  const accepted = await acceptedAt(call.db, component, call.accountId())
  return { agreement: component.agreement, accepted: accepted === null ? null : isoMicroseconds(accepted) }
}

export const agreements = resource({
  path: '/components/:project/:component/agreement/',
  name: 'Contributor agreement',
  description: 'Whether you accepted the contributor agreement of a component. Not part of the Weblate API.',
  operations: {
    GET: read({
      summary: 'Get the contributor agreement of a component',
      answer: Agreement,
      loginRequired: true,
      handle: agreementOf,
    }),
    POST: act({
      summary: 'Accept the contributor agreement of a component',
      answer: Agreement,
      allow: findComponent,
      handle: async call => {
        const { component } = await findComponent(call)
        if (component.agreement === '')
          throw invalidField('agreement', 'invalid', 'This component has no contributor agreement.')
        await call.work(piece => acceptAgreement(piece, component, call.accountId()))
        return agreementOf(call)
      },
    }),
  },
})
