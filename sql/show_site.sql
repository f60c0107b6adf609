-- name: show_site
-- help: a site
-- param: run: the run
-- param: site: the site's site_id
-- columns: all of view sites
SELECT * FROM sites WHERE run_id = :run AND site_id = :site;
