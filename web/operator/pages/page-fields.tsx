import type { EditedPage } from '#contract/operator/pages.ts'
import { fieldLengths, fieldsOfKind } from '#contract/content/page-edit.ts'
import { reader } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { PageFaqs } from './page-faqs.tsx'
import { PagePicture } from './page-picture.tsx'
import { pageWords } from './page-words.ts'
import type { PageEditor } from './use-page-editor.ts'
import styles from './page-fields.module.css'

const t = reader(pageWords)
const lines = ['title', 'description', 'bannerTitle', 'bannerText'] as const

type Made = NonNullable<EditedPage['made']>

/** The fields of a page: what is empty stays as it was made, and what that is stands beneath. */
export function PageFields({ page, made, editor }: { page: EditedPage; made: Made; editor: PageEditor }) {
  const { fields, change, problemOf } = editor
  const has = (field: string) => (fieldsOfKind[page.kind] as readonly string[]).includes(field)
  return (
    <>
      <TitledCard title={t('page.words')}>
        {lines.filter(has).map((field) => (
          <TextField
            key={field}
            label={t(`page.${field}`)}
            name={field}
            maxLength={fieldLengths[field]}
            value={fields[field] ?? ''}
            error={problemOf(`fields.${field}`)}
            hint={t('page.asMade', { text: made[field] ?? '' })}
            onChange={(event) => change({ [field]: event.target.value || null })}
          />
        ))}
      </TitledCard>
      {has('picture') && (
        <PagePicture
          picture={fields.picture}
          error={problemOf('fields.picture.alt')}
          onChange={(picture) => change({ picture })}
        />
      )}
      {has('faqs') && (
        <PageFaqs made={made.faqs} edit={fields.faqs} errorOf={problemOf} onChange={(faqs) => change({ faqs })} />
      )}
      {has('body') && <BodyField slots={page.slots} made={made.body ?? ''} editor={editor} />}
    </>
  )
}

function BodyField({ slots, made, editor }: { slots: readonly string[]; made: string; editor: PageEditor }) {
  const { fields, change, problems } = editor
  const wrong = problems.filter(({ path }) => path === 'fields.body')
  return (
    <TitledCard title={t('page.body')}>
      <p className="small muted">
        {slots.length ? t('page.slots', { slots: slots.map((slot) => `{${slot}}`).join(', ') }) : t('page.slots.none')}
      </p>
      <TextAreaField
        label={t('page.body')}
        name="body"
        rows={24}
        className={styles.pageBody}
        spellCheck
        maxLength={fieldLengths.body}
        hint={t('page.body.hint')}
        value={fields.body ?? ''}
        error={wrong[0]?.message ?? null}
        onChange={(event) => change({ body: event.target.value || null })}
      />
      {wrong.length > 1 && (
        <ul className="bullets small" aria-label={t('page.wrong')}>
          {wrong.slice(1).map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <div className="row gap-8 wrapping">
        {fields.body === null ? (
          <Button kind="secondary" onClick={() => change({ body: made })}>
            {t('page.start')}
          </Button>
        ) : (
          <Button kind="quiet" onClick={() => change({ body: null })}>
            {t('page.empty')}
          </Button>
        )}
      </div>
    </TitledCard>
  )
}
