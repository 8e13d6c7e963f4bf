import { Download, ListFilterPlus, X } from 'lucide-react'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SavedFilter } from '#contract/operator/lists.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { downloadFile } from '#web/platform/download.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { LinkChip } from '#web/ui/fields/chips.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import styles from './list-tools.module.css'
import { formatCsv } from '#contract/csv.ts'

export const listMessages = defineMessages({
  'lists.filters': 'Saved filters',
  'lists.keep': 'Save filters',
  'lists.keep.title': 'Save these filters',
  'lists.keep.name': 'Name',
  'lists.keep.name.hint': 'Replaces a saved filter with the same name.',
  'lists.keep.shared': 'For all operators',
  'lists.keep.act': 'Save',
  'lists.back': 'Back',
  'lists.kept': 'Saved as {name}.',
  'lists.drop': 'Delete filter {name}',
  'lists.dropped': '{name} deleted.',
  'lists.file': 'Download CSV',
  'lists.file.saved': '{n, plural, one {{n} row downloaded.} other {{n} rows downloaded.}}',
  'lists.shared': '{name} (another operator)',
})

const t = createTranslator(listMessages)

/** Returns the filters in the address, without the cursor. */
function narrowedBy(asked: URLSearchParams): string {
  const query = new URLSearchParams([...asked].filter(([name, value]) => name !== 'cursor' && value !== ''))
  query.sort()
  return query.toString()
}

export function ListTools({ list }: { list: string }) {
  const [asked] = useSearchParams()
  const query = narrowedBy(asked)
  const api = browserApi().operatorLists
  const { answer, again } = useAnswer(list, () => api.filters({ list }))
  // The list works without saved filters.
  const filters = answer?.filters ?? []
  const [keeping, setKeeping] = useState(false)
  const { run, isPending } = useForm({ toasts: true })
  const isOn = (filter: SavedFilter) => narrowedBy(new URLSearchParams(filter.query)) === query
  const save = async () => {
    const done = await run(() => readAllPages((cursor) => api.file({ list, query, ...cursor })), { name: 'file' })
    if (!done) return
    downloadFile(`primp-${list}.csv`, done.answer)
    showToast('success', t('lists.file.saved', { n: done.answer.split('\r\n').length - 2 }))
  }
  const drop = async ({ id: filterId, name }: SavedFilter) => {
    const done = await run(() => api.deleteFilter({ list, filterId }), { name: filterId })
    if (!done) return
    again()
    showToast('success', t('lists.dropped', { name }))
  }
  return (
    <div className={styles.tools}>
      {filters.length > 0 && (
        <ul className={styles.filters} aria-label={t('lists.filters')}>
          {filters.map((filter) => (
            <li key={filter.id}>
              <LinkChip to={`?${filter.query}`} on={isOn(filter)}>
                {filter.own ? filter.name : t('lists.shared', { name: filter.name })}
              </LinkChip>
              {filter.own && (
                <IconButton
                  label={t('lists.drop', { name: filter.name })}
                  aria-busy={isPending(filter.id) || undefined}
                  onClick={() => drop(filter)}>
                  <X className="icon" aria-hidden="true" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.acts}>
        {query !== '' && !filters.some(isOn) && (
          <Button kind="quiet" size="small" onClick={() => setKeeping(true)}>
            <ListFilterPlus className="icon" aria-hidden="true" />
            <span>{t('lists.keep')}</span>
          </Button>
        )}
        <Button kind="quiet" size="small" loading={isPending('file')} onClick={save}>
          <Download className="icon" aria-hidden="true" />
          <span>{t('lists.file')}</span>
        </Button>
      </div>
      <Dialog open={keeping} onClose={() => setKeeping(false)} label={t('lists.keep.title')}>
        <KeepForm
          list={list}
          query={query}
          onClose={() => setKeeping(false)}
          onKept={() => {
            again()
            setKeeping(false)
          }}
        />
      </Dialog>
    </div>
  )
}

interface KeepFormProps {
  list: string
  query: string
  onKept: () => void
  onClose: () => void
}

function KeepForm({ list, query, onKept, onClose }: KeepFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const { errors, pending, run } = useForm({ form })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const done = await run(() => browserApi().operatorLists.saveFilter({ list, name, query, shared }))
    if (!done) return
    onKept()
    showToast('success', t('lists.kept', { name: name.trim() }))
  }
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <h2 className="heading-3">{t('lists.keep.title')}</h2>
      {(errors['form'] ?? errors['fault']) && <Note kind="error">{errors['form'] ?? errors['fault']}</Note>}
      <TextField
        label={t('lists.keep.name')}
        hint={t('lists.keep.name.hint')}
        name="name"
        maxLength={40}
        value={name}
        error={errors['name'] ?? null}
        onChange={(event) => setName(event.target.value)}
      />
      <Checkbox name="shared" checked={shared} onChange={(event) => setShared(event.target.checked)}>
        {t('lists.keep.shared')}
      </Checkbox>
      <div className={dialogStyles.modalFoot}>
        <Button kind="secondary" onClick={onClose}>
          {t('lists.back')}
        </Button>
        <Button type="submit" loading={pending}>
          {t('lists.keep.act')}
        </Button>
      </div>
    </form>
  )
}

export function ShownFile({ name, within }: { name: string; within: RefObject<HTMLElement | null> }) {
  const save = () => {
    const table = within.current?.querySelector('table')
    if (!table) return
    const lines = listTableLines(table)
    downloadFile(`primp-${name}.csv`, lines)
    showToast('success', t('lists.file.saved', { n: lines.split('\r\n').length - 2 }))
  }
  return (
    <div className={styles.acts}>
      <Button kind="quiet" size="small" onClick={save}>
        <Download className="icon" aria-hidden="true" />
        <span>{t('lists.file')}</span>
      </Button>
    </div>
  )
}

type Part = { lines: string; nextCursor: string | null }

export async function readAllPages(read: (cursor: { cursor?: string }) => Promise<Part>): Promise<string> {
  let text = ''
  for (let cursor: string | null = ''; cursor !== null; ) {
    const part: Part = await read(cursor ? { cursor } : {})
    text += part.lines
    cursor = part.nextCursor
  }
  return text
}

/** Returns a cell's visible text, without form controls. */
function textOf(cell: Element): string {
  const words: string[] = []
  const read = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) words.push(node.textContent ?? '')
    if (!(node instanceof Element) || node.matches('svg, input, select, textarea, .visually-hidden')) return
    for (const child of node.childNodes) read(child)
  }
  read(cell)
  return words.join(' ').replace(/\s+/g, ' ').trim()
}

/** Returns a table as CSV rows with a column per visible heading, without opened details. */
function listTableLines(table: HTMLTableElement): string {
  const heads = [...table.querySelectorAll('thead th')].map(textOf)
  const columns = [...heads.keys()].filter((i) => heads[i] !== '')
  const rows = [...table.querySelectorAll('tbody tr:not(:has(> [colspan]))')].map(({ children }) =>
    columns.map((i) => (children[i] ? textOf(children[i]) : '')),
  )
  return formatCsv([columns.map((i) => heads[i] as string), ...rows])
}
