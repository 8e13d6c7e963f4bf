import { type RefObject, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { bookMessages } from '#web/appointments/messages.ts'
import { getCurrentToken, saveRequestedPath } from '#web/platform/session.ts'
import { localStore, sessionStore, type StorageLike } from '#web/platform/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { useBackInView } from './use-hold.ts'

/** A named field of a form, as far as a draft reads and writes it. */
type Field = { name: string; type: string; value: string; checked?: boolean }
type Draft = Record<string, string | boolean>

const keyOf = (of: string) => `requesterDetails ${of}`
const isField = (element: unknown): element is Field =>
  typeof element === 'object' && element !== null && 'name' in element && element.name !== '' && 'value' in element

/** Stores what is typed in this tab, until the booking is made or the tab is closed. */
export function saveDraft(storage: StorageLike, of: string, fields: Iterable<unknown>): void {
  const draft: Draft = {}
  for (const field of fields)
    if (isField(field)) draft[field.name] = field.type === 'checkbox' ? field.checked === true : field.value
  storage.setItem(keyOf(of), JSON.stringify(draft))
}

/** Writes a stored draft into the fields of its form; unreadable data and unknown fields are ignored. */
export function restoreDraft(storage: StorageLike, of: string, fields: Iterable<unknown>): void {
  let draft: Draft | null
  try {
    draft = JSON.parse(storage.getItem(keyOf(of)) ?? 'null') as Draft | null
  } catch {
    return
  }
  for (const field of fields) {
    const typed = isField(field) ? draft?.[field.name] : undefined
    if (!isField(field) || typed === undefined) continue
    if (typeof typed === 'boolean') field.checked = typed
    else field.value = typed
  }
}

/** Returns whether something typed in a form is kept in this tab. */
export const hasDraft = (storage: StorageLike, of: string): boolean => storage.getItem(keyOf(of)) !== null

/** Keeps what is typed in a form through a reload of the page and a login. Returns a function that deletes it. */
export function useCheckoutDraft(form: RefObject<HTMLFormElement | null>, of: string): () => void {
  useEffect(() => {
    const element = form.current
    if (!element) return
    restoreDraft(sessionStore, of, element.elements)
    const save = () => saveDraft(sessionStore, of, element.elements)
    element.addEventListener('input', save)
    return () => element.removeEventListener('input', save)
  }, [form, of])
  return () => sessionStore.removeItem(keyOf(of))
}

/** Offers the login if the session has ended in another tab. It comes back to this page. */
export function LoggedOutNote({ country }: { country: Country }) {
  const t = createTranslator(bookMessages, country)
  const [left, setLeft] = useState(false)
  const [seen, setSeen] = useState(false)
  const navigate = useNavigate()
  const look = () => {
    const here = getCurrentToken(localStore) !== null
    setSeen((before) => before || here)
    setLeft(!here)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: sets state only
  useEffect(() => {
    look()
    addEventListener('storage', look)
    return () => removeEventListener('storage', look)
  }, [])
  useBackInView(look)
  if (!left || !seen) return null
  return (
    <div role="alert">
      <Note kind="warning">
        <div className="stack gap-12">
          <div>
            <b className="bold">{t('book.left.title')}</b>
            <p>{t('book.left.text')}</p>
          </div>
          <div>
            <Button
              onClick={() => {
                saveRequestedPath(localStore, location.pathname + location.search)
                navigate('/login')
              }}>
              {t('book.left.act')}
            </Button>
          </div>
        </div>
      </Note>
    </div>
  )
}
