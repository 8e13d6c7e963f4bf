import { Download } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { downloadFile } from '#web/platform/download.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { reviewExportMessages } from './review-export-messages.ts'

const t = createTranslator(reviewExportMessages)

export function TakeReviewsCard({ slug }: { slug: string }) {
  const id = useId()
  const { pending, formError, run } = useForm()
  const take = async () => {
    const done = await run(() => browserApi().reviewExport.create({}))
    if (done) downloadFile(`primp-${slug}.json`, JSON.stringify(done.answer, null, 2), 'application/json')
  }
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 className="title" id={id}>
        {t('take.title')}
      </h3>
      <p className="muted">{t('take.text')}</p>
      {formError && <Note kind="error">{formError}</Note>}
      <div className="row gap-12 wrapping">
        <Button kind="secondary" loading={pending} onClick={take}>
          <Download className="icon" aria-hidden="true" />
          {t('take.act')}
        </Button>
        <Link className="link tap-target" to="/signed-reviews">
          {t('take.check')}
        </Link>
      </div>
    </section>
  )
}
