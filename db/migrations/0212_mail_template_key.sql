-- Both releases recognise a conflict of two edits by the former name of this constraint. A later migration renames it
-- together with the code.
alter table mail_template rename constraint mail_template_kind_number_key to mail_words_kind_number_key;
