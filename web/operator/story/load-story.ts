import { type Marks, type StoryEntry, type StoryKind, storyKinds } from '#contract/operator/story.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import type { Page } from '#web/platform/use-rows.ts'

export type Of = { accountId: string } | { providerId: string }

export type Story = { kind: StoryKind | undefined; first: Page<StoryEntry>; marks: Marks }

/** A page of what happened with somebody. */
export async function loadEntries(of: Of, kind: StoryKind | undefined, cursor?: string): Promise<Page<StoryEntry>> {
  const { entries: rows, nextCursor } = await browserApi().operatorStory.story({ ...of, kind, cursor })
  return { rows, nextCursor }
}

/** What happened with somebody, of the kind that stands in the address, and what operators have put on them. */
export async function loadStory(of: Of, request: Request): Promise<Story> {
  const asked = new URL(request.url).searchParams.get('kind')
  const kind = storyKinds.find((known) => known === asked)
  const [first, marks] = await Promise.all([loadEntries(of, kind), browserApi().operatorStory.marks(of)])
  return { kind, first, marks }
}
