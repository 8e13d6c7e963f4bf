import { uploads } from '#contract/pictures/uploads.ts'
import { serve } from '#server/platform/http/serve.ts'
import { takeUpload } from './take-upload.ts'

export const uploadRoutes = serve(uploads, { send: takeUpload })
