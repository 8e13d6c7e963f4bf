/** What an artist adds to services. */
export const addOnWords = {
  'addon.title': 'Add-ons',
  'addon.text':
    'What a client can have added to one of your services, as strip lashes to a makeup. They choose it with your quote, for each person by themself; it is one price with the rest, and the plan leaves the minutes for it.',
  'addon.none': 'No add-ons.',
  'addon.add': 'Add an add-on',
  'addon.new': 'New add-on',
  'addon.name': 'What it is called',
  'addon.name.missing': 'Give it a name.',
  'addon.service': 'Added to',
  'addon.cost': 'What you earn for it',
  'addon.cost.error': 'Enter an amount above zero.',
  'addon.minutes': 'How much longer it takes',
  'addon.minutes.none': 'No longer',
  'addon.preview': 'A client pays {price} more; you earn {earn}.',
  'addon.preview.longer': 'A client pays {price} more for {duration} more; you earn {earn}.',
  'addon.remove': 'Remove {label}',
  'addon.saved': 'Saved. Open quotes keep the price they were given.',
} as const
