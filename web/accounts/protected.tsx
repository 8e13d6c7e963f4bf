import { reader } from '#contract/words.ts'
import '#web/platform/api/signed-in-calls.ts'
import { shellWords } from '#web/shell/words.ts'
import { Loader } from '#web/ui/loader.tsx'

const s = reader(shellWords)

/** What a protected page shows while it is not known who is there. */
export function Undetermined() {
  return (
    <main id="main" tabIndex={-1} className="page-width">
      <h1 className="visually-hidden">{s('loader.default')}</h1>
      <Loader message={s('loader.default')} slow={s('loader.slow')} />
    </main>
  )
}

/** The first name of a full one. */
export const firstName = (name: string): string => name.split(' ')[0] ?? name
