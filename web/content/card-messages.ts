import { defineMessages } from '#contract/i18n/messages.ts'

export const cardMessages = defineMessages({
  'home.meta.title': 'Primp: hair, makeup and nails, ready on time',
  'home.hero.gallery': 'Open the gallery',
  'home.card.from': '{service} from',
  'home.card.person': 'per person',
  'home.card.view': 'View profile',
})
