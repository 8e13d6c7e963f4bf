import type { ChosenAddOn } from '#contract/search/quotes.ts'

/** What each tick of the form is called: which add-on, to which service, for whom. */
export const tickOf = ({ id, serviceId, person }: ChosenAddOn): string => `${id} ${person} ${serviceId}`

/** What a form chose; a tick that nobody could have made is left out. */
export const chosenIn = (ticks: readonly string[]): ChosenAddOn[] =>
  ticks.flatMap((tick) => {
    const [id, person, serviceId] = tick.split(' ')
    return id && serviceId && Number(person) >= 1 ? [{ id, serviceId, person: Number(person) }] : []
  })
