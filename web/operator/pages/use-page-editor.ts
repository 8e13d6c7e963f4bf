import { useEffect, useRef, useState } from 'react'
import type { Draft, EditedPage } from '#contract/operator/pages.ts'
import { noFields, type PageFields } from '#contract/content/page-edit.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { pageMessages } from './page-messages.ts'
import { sessionStore } from '#web/platform/storage.ts'

/** Returns the storage key of a page's draft, shared with its preview. */
export const getTypedKey = (path: string): string => `primp.page ${path}`

/** Returns this tab's unsaved draft of a page; null without one. Browser only. */
export function readTyped(path: string): PageFields | null {
  try {
    const kept = sessionStore.getItem(getTypedKey(path))
    return kept ? { ...noFields, ...(JSON.parse(kept) as Partial<PageFields>) } : null
  } catch {
    return null
  }
}

/** Stores the draft until saved; null deletes it. Browser only. */
export function saveTyped(path: string, fields: PageFields | null): void {
  if (fields) sessionStore.setItem(getTypedKey(path), JSON.stringify(fields))
  else sessionStore.removeItem(getTypedKey(path))
}

const areSameFields = (a: PageFields, b: PageFields): boolean =>
  JSON.stringify({ ...noFields, ...a }) === JSON.stringify({ ...noFields, ...b })

const t = createTranslator(pageMessages)

/** Draft of a page, stored in this tab until saved, with conflict detection. */
export function usePageEditor({ path, draft: loaded, standing }: EditedPage) {
  const [draft, setDraft] = useState<Draft | null>(loaded)
  const saved = draft?.fields ?? standing
  const [fields, setFields] = useState<PageFields>(saved)
  const [back, setBack] = useState(false)
  const [newer, setNewer] = useState<Draft | null>(null)
  const [mine, setMine] = useState<PageFields | null>(null)
  // Another operator's draft that was viewed here; the next save keeps it as a version.
  const [theirs, setTheirs] = useState<Draft | null>(null)
  const form = useRef<HTMLFormElement>(null)

  const first = useRef(saved)
  // After hydration, because the server does not know this tab's storage.
  useEffect(() => {
    const typed = readTyped(path)
    if (!typed || areSameFields(typed, first.current)) return
    setFields(typed)
    setBack(true)
  }, [path])
  // A text may have several errors.
  const [problems, setProblems] = useState<readonly { path: string; message: string }[]>([])
  // Errors are shown at their fields by path, and as a summary.
  const refused = ({ code, detail, errors, message }: ApiError) => {
    const latest = (detail as { draft?: Draft } | undefined)?.draft
    if (code === 'state_changed' && latest) {
      setNewer(latest)
      return null
    }
    if (errors.length === 0) return undefined
    setProblems(errors)
    showToast('error', message)
    return Object.fromEntries(errors.map((each) => [each.path, each.message]))
  }
  const { pending, run } = useForm({ form, refusals: refused, toasts: true })

  const change = (next: Partial<PageFields>) => {
    const all = { ...noFields, ...fields, ...next }
    setFields(all)
    saveTyped(path, areSameFields(all, saved) ? null : all)
  }
  const reset = () => {
    setBack(false)
    setProblems([])
    setFields(saved)
    saveTyped(path, null)
  }
  /** Saves over its own draft, or beside a newer one, which stays a version. Returns the draft, or null if refused. */
  const save = async (beside: Draft | null = theirs): Promise<Draft | null> => {
    setProblems([])
    const done = await run(() =>
      browserApi().operatorPages.saveDraft({
        path,
        fields,
        mark: (beside ?? draft)?.mark ?? null,
        aside: beside !== null,
      }),
    )
    if (!done) return null
    const { draft: kept } = done.answer
    setDraft(kept)
    setNewer(null)
    setMine(null)
    setTheirs(null)
    setBack(false)
    setFields(kept.fields)
    saveTyped(path, null)
    return kept
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
    pending,
    problems,
    problemOf,
    newer,
    seeTheirs,
    mine,
    backToMine,
    back,
    dirty: !areSameFields(fields, saved),
    saidSaved: () => showToast('success', t('page.saved')),
  }
}

export type PageEditor = ReturnType<typeof usePageEditor>
