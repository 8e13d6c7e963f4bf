import { expect, test } from 'vitest'
import catalogue from '#db/catalog/catalogue.json' with { type: 'json' }
import { groupSkills } from '#web/signup/forms/kit-form.tsx'

const groupsFor = (...types: string[]) => groupSkills(catalogue.skills, new Set(types)).map(({ group }) => group)

test('every skill of the catalogue is in one group, and only new or lesson skills are among the others', () => {
  const groups = groupSkills(catalogue.skills, new Set())
  expect(groups.flatMap(({ skills }) => skills.map(({ id }) => id)).sort()).toEqual(
    catalogue.skills.map(({ id }) => id).sort(),
  )
  expect(groups.find(({ group }) => group === 'other')?.skills.map(({ id }) => id)).toEqual(['teaching'])
})

test('skills of the services that the artist offers come first', () => {
  expect(groupsFor('hands')[0]).toBe('nails')
  expect(groupsFor('hands').indexOf('hair')).toBeGreaterThan(groupsFor('hands').indexOf('access'))
  expect(groupsFor('makeup').slice(0, 2)).toEqual(['skin', 'occasions'])
  expect(groupsFor('hair', 'makeup').slice(0, 3)).toEqual(['hair', 'skin', 'occasions'])
  expect(groupsFor('hair', 'makeup').at(-2)).toBe('nails')
})

test('the group of products is there even without skills, because single-use applicators are in it', () => {
  expect(groupSkills([], new Set()).map(({ group }) => group)).toEqual(['hygiene'])
})
