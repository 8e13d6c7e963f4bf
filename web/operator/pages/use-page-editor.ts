import { useEffect, useRef, useState } from 'react'
import type { Draft, EditedPage } from '#contract/operator/pages.ts'
import { noFields, type PageFields } from '#contract/content/page-edit.ts'
import { reader } from '#contract/words.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { pageWords } from './page-words.ts'
import { keepTyped, readTyped, same } from '#web/operator/typed-fields.ts'

const t = reader(pageWords)

/** What is typed on a page, kept in this tab until it is saved, and how it is saved without losing anybody's words. */
export function usePageEditor({ path, draft: loaded, standing }: EditedPage) {
  const [draft, setDraft] = useState<Draft | null>(loaded)
  const saved = draft?.fields ?? standing
  const [fields, setFields] = useState<PageFields>(saved)
  const [back, setBack] = useState(false)
  const [problems, setProblems] = useState<readonly { path: string; message: string }[]>([])
  const [newer, setNewer] = useState<Draft | null>(null)
  const [mine, setMine] = useState<PageFields | null>(null)
  // A draft of somebody else that was looked at here: the next save keeps it among the versions.
  const [theirs, setTheirs] = useState<Draft | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const first = useRef(saved)
  // After the first drawing, since the server knows nothing of this tab.
  useEffect(() => {
    const typed = readTyped(path)
    if (!typed || same(typed, first.current)) return
    setFields(typed)
    setBack(true)
  }, [path])
  useEffect(() => {
    if (problems.length) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  const change = (next: Partial<PageFields>) => {
    const all = { ...noFields, ...fields, ...next }
    setFields(all)
    keepTyped(path, same(all, saved) ? null : all)
  }
  const reset = () => {
    setBack(false)
    setProblems([])
    setFields(saved)
    keepTyped(path, null)
  }
  /** Saves what is typed over its draft, or beside a newer one that stays among the versions; answers the draft, or null where it was refused. */
  const save = async (beside: Draft | null = theirs): Promise<Draft | null> => {
    setBusy(true)
    setProblems([])
    try {
      const { draft: kept } = await browserApi().operatorPages.saveDraft({
        path,
        fields,
        mark: (beside ?? draft)?.mark ?? null,
        aside: beside !== null,
      })
      setDraft(kept)
      setNewer(null)
      setMine(null)
      setTheirs(null)
      setBack(false)
      setFields(kept.fields)
      keepTyped(path, null)
      return kept
    } catch (fault) {
      refused(fault instanceof ApiError ? fault : new ApiError(0, {}))
      return null
    } finally {
      setBusy(false)
    }
  }
  const refused = (said: ApiError) => {
    const latest = (said.detail as { draft?: Draft } | undefined)?.draft
    if (said.code === 'state_changed' && latest) return setNewer(latest)
    if (said.errors.length) setProblems(said.errors)
    toast('error', said.message)
  }
  const seeTheirs = () => {
    if (!newer) return
    setMine(fields)
    setFields(newer.fields)
    setDraft(newer)
    setTheirs(newer)
    setNewer(null)
  }
  const backToMine = () => {
    if (mine) change(mine)
    setMine(null)
  }
  const problemOf = (at: string): string | null => problems.find(({ path: where }) => where === at)?.message ?? null
  return {
    form,
    draft,
    fields,
    change,
    reset,
    save,
    busy,
    problems,
    problemOf,
    newer,
    seeTheirs,
    mine,
    backToMine,
    back,
    dirty: !same(fields, saved),
    saidSaved: () => toast('success', t('page.saved')),
  }
}

export type PageEditor = ReturnType<typeof usePageEditor>
