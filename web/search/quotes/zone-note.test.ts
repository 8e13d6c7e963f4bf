import { expect, test } from 'vitest'
import { nameForeignZone } from './zone-note.tsx'

test('the zone of the place is named only if the reader’s clock differs on that day', () => {
  expect(nameForeignZone('Europe/London', '2027-06-12', 'Europe/London')).toBeNull()
  expect(nameForeignZone('Europe/London', '2027-06-12', 'Europe/Dublin')).toBeNull()
  expect(nameForeignZone('Europe/London', '2027-06-12', 'Europe/Paris')).toMatch(/United Kingdom|British/)
  expect(nameForeignZone('America/New_York', '2027-06-12', 'Europe/London')).toMatch(/Eastern|New York/)
  // Perth and Sydney; Queensland has no summer time.
  expect(nameForeignZone('Australia/Brisbane', '2027-07-01', 'Australia/Sydney')).toBeNull()
  expect(nameForeignZone('Australia/Brisbane', '2027-01-01', 'Australia/Sydney')).not.toBeNull()
})
