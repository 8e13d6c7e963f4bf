/** What an artist sells together. */
export const packageWords = {
  'pack.title': 'Packages',
  'pack.text':
    'Sell some of it together for one price, as “Bride + 3”. A party gets it wherever it contains all of it and pays less so, as often as it does.',
  'pack.none': 'No packages.',
  'pack.add': 'Add a package',
  'pack.new': 'New package',
  'pack.name': 'What it is called',
  'pack.cost': 'What you earn for it',
  'pack.cost.error': 'Enter an amount above zero.',
  'pack.holds': 'What it holds',
  'pack.holds.error': 'Put two to forty services of one kind into it.',
  'pack.name.missing': 'Give it a name.',
  'pack.preview': 'One by one {before}, together {after}; you earn {earn}.',
  'pack.dearer': 'One by one it is {before}, together {after}: nobody gets it until it is less.',
  'pack.remove': 'Remove {label}',
  'pack.saved': 'Saved. Open quotes keep the price they were given.',
} as const
