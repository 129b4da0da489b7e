import { help, nullable, readOnly, shape } from '../../fields/field.ts'
import { choice, integer, nested } from '../../fields/kinds.ts'
import { KIND_LABELS } from '../../notifications/kinds/index.ts'
import { FREQUENCIES, SCOPES } from '../../notifications/subscription-terms.ts'
import { Component } from './component.ts'
import { Project } from './project.ts'

export const Subscription = shape(
  'Subscription',
  'One kind of notification that a user receives, where and how often.',
  {
    notification: help(choice(KIND_LABELS), 'Kind of notification.'),
    id: readOnly(integer()),
    scope: help(choice(SCOPES), 'Where it holds; of several that fit, the highest number decides.'),
    frequency: help(choice(FREQUENCIES), 'How often mail is sent.'),
    project: readOnly(nullable(nested(Project))),
    component: readOnly(nullable(nested(Component))),
  },
)
