import type { ChosenPart, TeamBlock } from './team-up.ts'

/** Returns the blocks of all parts with the people of the whole party, by time. */
export const mergeTeamBlocks = (parts: readonly Pick<ChosenPart, 'locked' | 'people'>[]): TeamBlock[] =>
  parts
    .flatMap(({ locked, people }, part) =>
      (locked?.plan?.blocks ?? []).map(({ artistIndex, person, serviceId, label, from, to }) => ({
        part,
        chair: artistIndex,
        person: people[person - 1] ?? person,
        serviceId,
        label,
        from,
        to,
      })),
    )
    .sort((a, b) => a.from.localeCompare(b.from) || a.part - b.part)
