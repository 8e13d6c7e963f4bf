import type { EditedPage, PageVersion } from '#contract/operator/pages.ts'
import { noFields, type PageFields } from '#contract/content/page-edit.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { pageMessages } from './page-messages.ts'
import type { Confirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(pageMessages)

/** Versions of a page with author and reason, newest first; each can be restored or loaded into the draft. */
export function PageVersions({
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
