/** What PostgreSQL needs beside itself: an owner of the database may create them, who is no superuser. */
export const extensions = ['btree_gist', 'pg_trgm']
