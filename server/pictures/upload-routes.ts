import { uploads } from '#contract/uploads.ts'
import { serve } from '#server/platform/serve.ts'
import { takeUpload } from './take-upload.ts'

export const uploadRoutes = serve(uploads, { send: takeUpload })
