/** Texts of choosing what is added to services. */
export const addOnChoiceWords = {
  'addons.title': 'Add to it',
  'addons.text': 'Choose for whom. Price and plan are made anew, and nothing is booked yet.',
  'addons.each': '{price} for each person',
  'addons.once': '{price}',
  'addons.longer': '{price}, {duration} more',
  'addons.longer.each': '{price} and {duration} more for each person',
  'addons.add': 'Add {title}',
  'addons.save': 'Update price and plan',
  'addons.in': 'In the price: {titles}.',
  'addons.none': 'Nothing is added.',
  'addons.gone': 'Not in the price any more: {titles}. The day has no room for it, or it is no longer offered.',
} as const
