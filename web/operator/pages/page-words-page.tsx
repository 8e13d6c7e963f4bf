import { ExternalLink } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { redirect, useLoaderData, useRevalidator } from 'react-router'
import { getPageKind, noFields, type PageFields } from '#contract/content/page-edit.ts'
import type { EditedPage, PageVersion } from '#contract/operator/pages.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { ToggleChip } from '#web/ui/fields/chips.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { PageFieldsCard } from './page-fields.tsx'
import styles from './page-words-page.module.css'
import { operatorMessages } from '#web/operator/messages.ts'
import { pageMessages } from './page-messages.ts'
import { type PageEditor, saveTyped, usePageEditor } from './use-page-editor.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(pageMessages)

export const clientLoader = requireSession(async ({ request }) => {
  const path = new URL(request.url).searchParams.get('path') ?? ''
  if (!getPageKind(path)) throw redirect('/operator/pages')
  const page = await browserApi().operatorPages.read({ path })
  // Static landing pages generate their text in the browser too.
  const made = page.made ?? (await import('#web/content/landing-messages.ts')).getLandingTexts(path)
  return { page, made }
})

export const HydrateFallback = Undetermined

export default function PageWordsPage() {
  const { page, made } = useLoaderData<typeof clientLoader>()
  const [confirm, dialog] = useConfirmation()
  const [dropped, setDropped] = useState(0)
  return (
    <>
      {/* Resets after publishing or discarding. */}
      <Editor
        key={`${page.path} ${page.number} ${page.draft?.mark} ${dropped}`}
        page={page}
        made={made}
        confirm={confirm}
        onDropped={() => setDropped(dropped + 1)}
      />
      {dialog}
    </>
  )
}

interface EditorProps {
  page: EditedPage
  made: NonNullable<EditedPage['made']>
  confirm: (confirmation: Confirmation) => void
  onDropped: () => void
}

function Editor({ page, made, confirm, onDropped }: EditorProps) {
  const editor = usePageEditor(page)
  const { revalidate } = useRevalidator()
  const { run } = useForm({ toasts: true })
  const { path, number } = page
  const api = browserApi().operatorPages
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (await editor.save()) editor.saidSaved()
  }
  const publish = async () => {
    const draft = editor.dirty || !editor.draft ? await editor.save() : editor.draft
    if (draft)
      confirm({
        title: t('page.confirm.publish'),
        text: t('page.confirm.publish.text'),
        act: t('page.publish'),
        run: (reason) => api.publish({ path, mark: draft.mark, seen: number, reason }),
      })
  }
  const undo = async () => {
    if (await run(() => api.undo({ path, seen: number }))) showToast('success', t('page.undone'))
    revalidate()
  }
  const drop = (mark: string) =>
    confirm({
      title: t('page.confirm.drop'),
      text: t('page.confirm.drop.text'),
      act: t('page.drop'),
      danger: true,
      plain: true,
      run: async () => {
        await api.deleteDraft({ path, mark })
        saveTyped(path, null)
        onDropped()
      },
    })
  return (
    <ConsoleFrame
      title={(page.standing.title ?? made.title ?? path).replace(/ · Primp$/, '')}
      label={t('page.editor')}
      back={{ to: '/operator/pages', label: formatMessage(operatorMessages['operator.pages']) }}
      text={t('page.at', {
        path,
        state:
          number === 0
            ? t('page.state.made')
            : t('page.state.version', {
                n: number,
                date: formatOperatorMoment(page.versions.find(({ state }) => state === 'published')?.publishedAt ?? ''),
              }),
      })}
      acts={
        <>
          <ButtonLink kind="secondary" to={path}>
            {t('page.see')}
          </ButtonLink>
          {number > 0 && (
            <Button kind="secondary" onClick={undo}>
              {t('page.undo')}
            </Button>
          )}
        </>
      }>
      <div className={styles.pageEditor}>
        <div className="stack can-shrink">
          <form ref={editor.form} className="stack" noValidate onSubmit={save}>
            <Standing editor={editor} />
            <PageFieldsCard page={page} made={made} editor={editor} />
            <div className={joinClasses('row gap-8 wrapping', styles.pageActs)} data-foot-act>
              <Button loading={editor.pending} onClick={publish}>
                {t('page.publish')}
              </Button>
              <Button type="submit" kind="secondary" loading={editor.pending}>
                {t('page.save')}
              </Button>
              {editor.draft && (
                <Button kind="quiet" onClick={() => drop(editor.draft?.mark ?? '')}>
                  {t('page.drop')}
                </Button>
              )}
              <span className="small muted" role="status">
                {editor.dirty && t('page.unsaved')}
              </span>
            </div>
          </form>
          <PageVersions page={page} confirm={confirm} onSelect={editor.change} />
        </div>
        <div className={joinClasses('can-shrink', styles.pageBeside)}>
          <PagePreview path={path} />
        </div>
      </div>
    </ConsoleFrame>
  )
}

/** State of the draft: author, errors, and another operator's newer draft. */
function Standing({ editor }: { editor: PageEditor }) {
  const { draft, newer, mine, back, problems } = editor
  const by = (author: string | null) => author ?? t('page.somebody')
  return (
    <>
      {draft && (
        <p className="small muted">
          {t('page.draft.of', { name: by(draft.author), date: formatOperatorMoment(draft.writtenAt) })}
        </p>
      )}
      {back && (
        <Note kind="info">
          <span className="row gap-8 wrapping">
            {t('page.typed')}
            <Button kind="quiet" onClick={editor.reset}>
              {t('page.typed.drop')}
            </Button>
          </span>
        </Note>
      )}
      {newer && (
        <Note kind="warning">
          <p>{t('page.conflict', { name: by(newer.author), date: formatOperatorMoment(newer.writtenAt) })}</p>
          <span className="row gap-8 wrapping">
            <Button kind="secondary" onClick={editor.seeTheirs}>
              {t('page.conflict.theirs')}
            </Button>
            <Button kind="secondary" onClick={async () => (await editor.save(newer)) && editor.saidSaved()}>
              {t('page.conflict.mine')}
            </Button>
          </span>
        </Note>
      )}
      {mine && (
        <div>
          <Button kind="secondary" onClick={editor.backToMine}>
            {t('page.conflict.back')}
          </Button>
        </div>
      )}
      {problems.length > 0 && <Note kind="error">{`${t('page.wrong')} ${problems[0]?.message}`}</Note>}
    </>
  )
}

export const ErrorBoundary = ConsoleError

const widths = { phone: 390, desktop: 1280 } as const
const HEIGHT = 760

function PagePreview({ path }: { path: string }) {
  const [width, setWidth] = useState<keyof typeof widths>('phone')
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useEffect(() => {
    const seen = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0))
    if (box.current) seen.observe(box.current)
    return () => seen.disconnect()
  }, [])
  const scale = room ? Math.min(1, room / widths[width]) : 1
  const address = `/operator/pages/preview?path=${path}`
  return (
    <TitledCard
      title={t('page.preview')}
      beside={
        <a className="link tap-target" href={address} target="_blank" rel="noreferrer">
          {t('page.preview.tab')} <ExternalLink className="icon" aria-hidden="true" />
        </a>
      }>
      <div className="chip-row" role="group" aria-label={t('page.preview.width')}>
        {(['phone', 'desktop'] as const).map((each) => (
          <ToggleChip key={each} on={width === each} onChange={() => setWidth(each)}>
            {t(`page.preview.${each}`)}
          </ToggleChip>
        ))}
      </div>
      <div ref={box} className={styles.pagePreview} style={{ height: HEIGHT }}>
        <iframe
          title={t('page.preview')}
          src={address}
          width={widths[width]}
          height={Math.round(HEIGHT / scale)}
          style={{ transform: `scale(${scale})` }}
        />
      </div>
    </TitledCard>
  )
}

/** Versions of a page with author and reason, newest first; each can be restored or loaded into the draft. */
function PageVersions({
  page,
  confirm,
  onSelect,
}: {
  page: EditedPage
  confirm: (confirmation: Confirmation) => void
  onSelect: (fields: PageFields) => void
}) {
  const restore = (number: number) => {
    const revert = number === 0
    confirm({
      title: t(revert ? 'page.confirm.revert' : 'page.confirm.restore'),
      text: t(revert ? 'page.confirm.revert.text' : 'page.confirm.restore.text'),
      act: t(revert ? 'page.confirm.revert.act' : 'page.version.restore'),
      run: (reason) => browserApi().operatorPages.restore({ path: page.path, number, seen: page.number, reason }),
    })
  }
  if (page.versions.length === 0) {
    return (
      <TitledCard title={t('page.versions')}>
        <p className="muted">{t('page.versions.none')}</p>
      </TitledCard>
    )
  }
  const empty = JSON.stringify(page.standing) === JSON.stringify(noFields)
  return (
    <TitledCard title={t('page.versions')}>
      <ol className={consoleStyles.lines}>
        {page.versions.map((version) => (
          <Version key={version.id} version={version} onRestore={restore} onSelect={onSelect} />
        ))}
        <li className="row space-between wrapping">
          <b className="bold">{t('page.versions.made')}</b>
          {page.number > 0 && !empty && (
            <Button kind="quiet" onClick={() => restore(0)}>
              {t('page.version.restore')}
            </Button>
          )}
        </li>
      </ol>
    </TitledCard>
  )
}

function Version({
  version,
  onRestore,
  onSelect,
}: {
  version: PageVersion
  onRestore: (number: number) => void
  onSelect: (fields: PageFields) => void
}) {
  const { number, state, changed } = version
  const name = number === null ? t('page.version.aside') : t('page.version.n', { n: number })
  return (
    <li className="stack gap-4">
      <div className="row space-between wrapping">
        <span>
          <b className="bold">{name}</b>{' '}
          {state === 'published' && <span className="small muted">{t('page.version.standing')}</span>}
        </span>
        <span className="row wrapping" role="group" aria-label={name}>
          <Button kind="quiet" onClick={() => onSelect(version.fields)}>
            {t('page.version.take')}
          </Button>
          {number !== null && state === 'past' && (
            <Button kind="quiet" onClick={() => onRestore(number)}>
              {t('page.version.restore')}
            </Button>
          )}
        </span>
      </div>
      <p className="small muted">
        {t('page.version.who', {
          name: version.publisher ?? version.author ?? t('page.somebody'),
          date: formatOperatorMoment(version.publishedAt ?? version.writtenAt),
        })}
        {version.reason && `. ${version.reason}`}
      </p>
      <p className="small muted">
        {changed.length
          ? t('page.version.changed', {
              fields: changed.map((field) => t(`page.field.${field as keyof PageFields}`)).join(', '),
            })
          : t('page.version.same')}
      </p>
      <details>
        <summary className="small">{t('page.version.see')}</summary>
        <pre className={consoleStyles.json}>{formatFields(version.fields)}</pre>
      </details>
    </li>
  )
}

const formatFields = (fields: PageFields): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(
      ([field, value]) =>
        `${t(`page.field.${field as keyof PageFields}`)}: ${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}`,
    )
    .join('\n\n') || t('page.versions.made')
